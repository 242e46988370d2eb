import type { Claim } from '@memora/claims';
import { authorOfClaim } from '@memora/claims/internal';
import type { Memory, QueryOptions } from '@memora/engine';
import { parseInTime } from '@memora/engine';
import { readTurns } from '@memora/vault';
import { compactLine } from './compact-line.ts';
import type { RecalledFrom, RecalledMemory } from './recall.ts';

interface EvidencePorts {
  readonly memory: Memory;
  readonly root: string;
}

/** Minimum coverage of the question for a line that comes after the memories. */
const LEAST_COVERAGE = 0.5;

/** Finds what people's notes and conversations say about the question: notes first, then turns. */
export async function findEvidence(
  query: string,
  asked: Pick<QueryOptions, 'asOf' | 'signal' | 'bands' | 'behind' | 'near'> & { readonly k: number },
  { memory, root }: EvidencePorts,
  /** Like {@link LEAST_COVERAGE}, for people's own words. */
  own: number = LEAST_COVERAGE,
): Promise<{ readonly items: readonly RecalledMemory[]; readonly degradedReasons: readonly string[] }> {
  const { hits, degradedReasons } = await memory.query(query, {
    ...asked,
    k: asked.k * 4,
    conversations: true,
    memories: false,
    ...(root === '' ? {} : { region: root.slice(0, -1) }),
  });
  const fit = hits.filter(({ claim, why }) => why.coverage >= (claim.trust === 1 ? own : LEAST_COVERAGE));
  const texts = await memory.readSpans(fit.map(({ claim }) => claim));
  const items: RecalledMemory[] = [];
  for (const [i, { claim, score }] of fit.entries()) {
    const text = texts[i];
    if (text === null || text === undefined || claim.band === 'secret') continue;
    items.push({
      memoryId: null,
      claimId: claim.id,
      kind: null,
      line: compactLine(text),
      since: claim.validFrom,
      until: claim.validUntil,
      status: claim.status === 'retracted' ? 'superseded' : claim.status,
      trust: claim.trust,
      band: claim.band,
      verified: true,
      from: await sayer(claim, { memory, root }),
      notePath: claim.notePath,
      span: claim.span,
      score,
    });
  }
  const isTurn = ({ from }: RecalledMemory) => !['you', 'note'].includes(from);
  return {
    items: [...items.filter((item) => !isTurn(item)), ...items.filter(isTurn)].slice(0, asked.k),
    degradedReasons,
  };
}

/**
 * The speaker of a claim: the author of its note if that is not a person, or the role of its turn in a conversation; `you` in `MEMORY.md`, which only people
 * write.
 */
async function sayer(claim: Claim, { memory, root }: EvidencePorts): Promise<RecalledFrom> {
  const { notePath, span, trust } = claim;
  const author = AUTHORS.get(authorOfClaim(claim) ?? '');
  if (author !== undefined) return author;
  if (notePath === `${root}MEMORY.md`) return 'you';
  const bytes = await memory.readNote(notePath);
  if (bytes === null) return 'note';
  const note = await parseInTime(bytes, { path: notePath });
  const turn = readTurns(note).find((each) => each.span.start <= span.start && span.end <= each.span.end);
  if (turn === undefined || turn.role === 'unknown') return 'note';
  // If text in a user's turn is not the user's own, it was pasted, or comes from the author of the file.
  return turn.role === 'user' && trust < 1 ? (trust < AGENTS ? 'tool' : 'agent') : turn.role;
}

const AUTHORS: ReadonlyMap<string, RecalledFrom> = new Map([
  ['an agent', 'agent'],
  ['a tool', 'tool'],
  ['another memory', 'external'],
]);
const AGENTS = 0.7;
