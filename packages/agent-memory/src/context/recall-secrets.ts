import type { Claim } from '@memora/claims';
import { compactLine } from '../recall/compact-line.ts';
import type { RecalledMemory } from '../recall/recall.ts';
import { showMemory } from '../recall/show-memory.ts';
import type { ContextPorts } from './context-ports.ts';

/** How many secret items are read. */
const MOST = 5;

/**
 * The secret items that a question finds. A model on this machine gets their text; for any other model, the host only learns that they exist and leaves them
 * out.
 */
export async function recallSecrets(
  query: string,
  isLoopback: boolean,
  { memory, root, holdsSecrets }: Pick<ContextPorts, 'memory' | 'root' | 'holdsSecrets'>,
): Promise<readonly RecalledMemory[]> {
  // Most vaults have none, and the search is skipped.
  if (!(await holdsSecrets())) return [];
  const { hits } = await memory.query(query, {
    k: MOST,
    bands: ['secret'],
    behind: false,
    words: !isLoopback,
    ...(root === '' ? {} : { region: root.slice(0, -1) }),
  });
  const claims = hits.map(({ claim }) => claim);
  const texts = isLoopback ? await memory.readSpans(claims, { reveal: true }) : [];
  const found: RecalledMemory[] = [];
  for (const [i, { claim, score }] of hits.entries()) {
    const shown = await showMemory(claim.notePath, memory, { reveal: true }).catch(() => null);
    if (isLoopback && (typeof texts[i] !== 'string' || (shown !== null && shown.note.held !== null)))
      continue;
    found.push({
      memoryId: shown?.note.id ?? null,
      claimId: claim.id,
      kind: shown?.note.kind ?? null,
      line: compactLine(texts[i] ?? ''),
      since: claim.validFrom,
      until: claim.validUntil,
      status: statusOf(claim),
      trust: claim.trust,
      band: 'secret',
      verified: true,
      from: shown === null ? 'note' : claim.trust === 1 ? 'you' : shown.note.source,
      notePath: claim.notePath,
      span: claim.span,
      score,
    });
  }
  return found;
}

function statusOf({ status }: Claim): RecalledMemory['status'] {
  return status === 'retracted' ? 'superseded' : status;
}
