import type { Claim } from '@memora/claims';
import type { Memory } from '@memora/engine';
import type { NoteFact, OtherPlace } from './note-fact.ts';

/** Maximum number of facts of a note that are read. */
const MOST = 400;

/** The page's name for each status. */
export const STATUS: Readonly<Record<Claim['status'], NoteFact['status']>> = {
  current: 'holds',
  superseded: 'replaced',
  contested: 'contradicted',
  stale: 'doubtful',
  retracted: 'replaced',
};

/** The lines of a note with what other notes say about them: that they replace or contradict them, or are replaced. Never secret ones. */
export async function readFacts(memory: Memory, notePath: string): Promise<NoteFact[]> {
  const bands = ['public', 'private'] as const;
  const { claims } = await memory.claims.listClaims({ notePath, bands, limit: MOST });
  const related = await memory.related(
    claims.map(({ id }) => id),
    ['supersedes', 'contradicts'],
  );
  const byClaim = Map.groupBy(related, ({ of }) => of);
  const texts = await memory.readSpans([...claims, ...related.map(({ claim }) => claim)]);
  const textOf = new Map<string, string>();
  for (const [i, claim] of [...claims, ...related.map((each) => each.claim)].entries()) {
    const text = texts[i];
    if (typeof text === 'string') textOf.set(claim.id, text);
  }
  return claims.flatMap((claim): NoteFact[] => {
    const text = textOf.get(claim.id);
    if (text === undefined) return [];
    const others = (byClaim.get(claim.id) ?? []).flatMap(({ type, outgoing, claim: other }): OtherPlace[] => {
      const said = textOf.get(other.id);
      if (said === undefined) return [];
      const how = type === 'contradicts' ? type : outgoing ? 'replaces' : 'replaced by';
      return [{ how, path: other.notePath, text: said, span: other.span }];
    });
    const { id, subject: about, status, span } = claim;
    return [{ id, text, about, status: STATUS[status], span, others }];
  });
}
