import { type Band, strictestBand } from '@memora/core';
import type { EntailmentJudge, EntailmentVerdict } from '../contract/entailment-judge.ts';
import { readVerdict } from './read-verdict.ts';

/** A judge's verdict, and the reason if it is `unchecked`. */
export interface JudgeReply {
  readonly verdict: EntailmentVerdict;
  readonly reason: string | null;
}

/** Cited text with its band; `private` if unknown. */
interface CitedEvidence {
  readonly text: string;
  readonly band: Band | null | undefined;
}

/**
 * Asks a judge about one statement, without its markers. Returns `unchecked` if the judge fails, its reply cannot be read, or a secret span would go to a cloud
 * judge. Throws only the signal's reason.
 */
export async function askJudge(
  judge: EntailmentJudge,
  statement: string,
  cited: readonly CitedEvidence[],
  signal: AbortSignal | null,
): Promise<JudgeReply> {
  const unchecked = (reason: string): JudgeReply => ({ verdict: 'unchecked', reason });
  const band = strictestBand(...cited.map((each) => each.band ?? 'private'));
  if (band === 'secret' && judge.locality !== 'local')
    return unchecked('a secret span is not shown to a judge elsewhere');
  const evidence = cited.map(({ text }) => text).join('\n');
  try {
    const verdict = readVerdict(await judge.judge({ evidence, statement, band, signal }));
    return verdict === 'unchecked' ? unchecked('the reply could not be read') : { verdict, reason: null };
  } catch (error) {
    signal?.throwIfAborted();
    const code = (error as { code?: unknown } | null)?.code;
    return unchecked(`the judge failed (${typeof code === 'string' ? code : 'error'})`);
  }
}
