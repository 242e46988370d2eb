import { type Band, strictestBand } from '@memora/core';
import type { EntailmentJudge, EntailmentVerdict } from '../contract/entailment-judge.ts';
import { readVerdict } from './read-verdict.ts';

/** What a judge said, and why it said nothing if the verdict is `unchecked`. */
export interface JudgeReply {
  readonly verdict: EntailmentVerdict;
  readonly reason: string | null;
}

/** Text that was cited, with its band; `private` where none is known. */
interface CitedEvidence {
  readonly text: string;
  readonly band: Band | null | undefined;
}

/**
 * Asks a judge about one statement, without its markers. A judge that fails, or whose reply can't be read, gives `unchecked`, as does
 * a secret span where the judge is in the cloud. Throws the signal's reason alone.
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
