import type { Answer, Memory } from '@memora/engine';
import type { LeftOutView } from './answer-view.ts';
import type { Sources } from './create-sources.ts';

type Report = Answer['report'];

/** The dependencies of {@link explainLeftOut}. */
export interface LeftOutPorts {
  readonly memory: Pick<Memory, 'claims' | 'related' | 'readSpans'>;
  /** True if the person asked for secret notes too, on their own screen. */
  readonly reveal: boolean;
}

/** Explains in a sentence why a sentence was left out, with the line that it cites and the newer line that replaced that one. */
export async function explainLeftOut(
  { checks, reason }: Report['statements'][number],
  all: Report['checks'],
  sources: Sources,
  { memory, reveal }: LeftOutPorts,
): Promise<Omit<LeftOutView, 'text'>> {
  const cited = checks.flatMap((index) => all[index] ?? []);
  const check = cited.find(({ status }) => status !== 'verified') ?? cited[0];
  if (check === undefined) return { reason, source: null, newer: null };
  // The words of a secret line are shown only to a reader who asked for them.
  const source = check.band === 'secret' && !reveal ? null : await sources.addCheck(check);
  if (check.status !== 'superseded') return { reason, source, newer: null };
  const claim = (await memory.claims.getClaims([check.claimId])).get(check.claimId as never);
  const newer = claim === undefined ? null : await findNewer(claim.id, memory);
  if (newer !== null) return { reason: 'A newer line replaced the one that it cites:', source, newer };
  const until = claim?.validUntil ?? null;
  return {
    reason: until === null ? reason : `The line that it cites was true until ${sayDay(until)}.`,
    source,
    newer,
  };
}

async function findNewer(id: string, memory: LeftOutPorts['memory']): Promise<LeftOutView['newer']> {
  const related = await memory.related([id as never], ['supersedes']);
  const newer = related.find(({ outgoing }) => !outgoing)?.claim;
  if (newer === undefined) return null;
  const [text] = await memory.readSpans([newer]);
  return typeof text === 'string' ? { text, path: newer.notePath, span: newer.span } : null;
}

/** The day of a moment in words; any other text is returned as it is. */
function sayDay(moment: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime())
    ? moment
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
