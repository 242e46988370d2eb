import type { Memory } from '@memora/engine';
import { isMemoryPath } from '@memora/vault/internal';
import { compactLine } from '../recall/compact-line.ts';
import type { RecalledMemory } from '../recall/recall.ts';

/** Puts before each contested memory the contradicting statement of a person's note, even if the question did not find it. */
export async function putPersonsFirst(
  items: readonly RecalledMemory[],
  memory: Pick<Memory, 'related' | 'readSpans'>,
): Promise<readonly RecalledMemory[]> {
  const contested = items.filter(({ status, memoryId }) => status === 'contested' && memoryId !== null);
  if (contested.length === 0) return items;
  const related = (
    await memory.related(
      contested.map(({ claimId }) => claimId),
      ['contradicts'],
    )
  ).filter(({ claim }) => !isMemoryPath(claim.notePath) && claim.band !== 'secret' && claim.trust === 1);
  const texts = await memory.readSpans(related.map(({ claim }) => claim));
  const before = new Map<string, RecalledMemory[]>();
  for (const [i, { of, claim }] of related.entries()) {
    const text = texts[i];
    if (typeof text !== 'string') continue;
    const known = items.find(({ claimId }) => claimId === claim.id);
    const item: RecalledMemory = known ?? {
      memoryId: null,
      claimId: claim.id,
      kind: null,
      line: compactLine(text),
      since: claim.validFrom,
      until: claim.validUntil,
      status: 'contested',
      trust: claim.trust,
      band: claim.band,
      verified: true,
      from: 'note',
      notePath: claim.notePath,
      span: claim.span,
      score: 0,
    };
    before.set(of, [...(before.get(of) ?? []), item]);
  }
  const moved = new Set([...before.values()].flat().map(({ claimId }) => claimId));
  const placed = new Set<string>();
  return items.flatMap((item) => {
    if (moved.has(item.claimId)) return [];
    const first = (before.get(item.claimId) ?? []).filter(({ claimId }) => !placed.has(claimId));
    for (const { claimId } of first) placed.add(claimId);
    return [...first, item];
  });
}
