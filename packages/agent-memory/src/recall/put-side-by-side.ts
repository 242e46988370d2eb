import type { Claim } from '@memora/claims';
import { isMemoryPath } from '@memora/vault/internal';
import { isBridgedPath } from '../note/memory-place.ts';
import type { RecallPorts } from './recall-ports.ts';
import { showBytes } from './show-memory.ts';
import type { Candidate } from './to-recalled-memory.ts';

/** The most contradicting memories that are shown with one. */
const MOST_AGAINST = 2;

/** Adds to each contested memory those that contradict it, even if the question did not find them; the more trusted first. */
export async function putSideBySide(ordered: readonly Candidate[], ports: RecallPorts): Promise<Candidate[]> {
  const contested = ordered.filter(({ claim }) => claim.status === 'contested');
  if (contested.length === 0) return [...ordered];
  const related = await ports.memory.related(
    contested.map(({ claim }) => claim.id),
    ['contradicts'],
  );
  const byClaim = new Map(ordered.map((each) => [each.claim.id as string, each]));
  const placed = new Set<string>();
  const result: Candidate[] = [];
  for (const each of ordered) {
    if (placed.has(each.claim.id)) continue;
    const group = [each];
    const against = related.filter(({ of, claim }) => of === each.claim.id && claim.status === 'contested');
    for (const { claim } of against.slice(0, MOST_AGAINST)) {
      const known = byClaim.get(claim.id) ?? (await readAgainst(claim, each.relevance, ports));
      if (known !== null && !placed.has(claim.id)) group.push(known);
    }
    for (const { claim } of group) placed.add(claim.id);
    result.push(...group.sort((a, b) => b.claim.trust - a.claim.trust));
  }
  return result;
}

async function readAgainst(claim: Claim, relevance: number, ports: RecallPorts): Promise<Candidate | null> {
  const { band, notePath } = claim;
  if (band === 'secret' || !isMemoryPath(notePath) || isBridgedPath(ports.root, notePath)) return null;
  const bytes = await ports.memory.readNote(claim.notePath);
  const shown = bytes === null ? null : await showBytes(bytes, claim.notePath, ports.memory.settings);
  const [text] = await ports.memory.readSpans([claim]);
  if (bytes === null || shown === null || shown.band === 'secret' || shown.note.held !== null) return null;
  return { claim, shown, bytes, relevance, verified: text !== null };
}
