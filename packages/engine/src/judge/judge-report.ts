import { MemoraError } from '@memora/core';
import { toWireText } from '@memora/privacy';
import type { VerificationReport } from '@memora/validator';
import {
  createAiSdkJudge,
  type EntailmentJudge,
  type EntailmentReport,
  judgeEntailment,
  openLocalNliJudge,
} from '@memora/validator/entailment';
import { MemoryError } from '../memory-error.ts';
import type { ChatModel } from '../models/chat-model.ts';

/** Loaded only when a judge is used, because a proof does not need it. */

/** Options of `memory.judge`. */
export interface JudgeOptions {
  /** A folder with a natural-language-inference model; it judges on this machine instead of the chat model. */
  readonly nliModel?: string;
  readonly signal?: AbortSignal;
  /** Called before each statement is judged. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Timeout for one statement, in milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * Asks whether the cited spans entail each kept statement: an opinion, separate from the proof. A remote
 * model is shown no secret span, and every request passes the egress. Throws `NO_JUDGE` if there is neither a
 * local model nor a chat model, and the errors of {@link openLocalNliJudge}.
 */
export async function judgeReport(
  report: VerificationReport,
  { nliModel, signal, onProgress }: JudgeOptions,
  model: ChatModel | null,
): Promise<EntailmentReport> {
  if (nliModel !== undefined) {
    await using local = await openLocalNliJudge({ modelPath: nliModel });
    return await ask(local);
  }
  if (model === null) {
    throw new MemoryError('there is no judge: no chat model is configured', {
      code: 'NO_JUDGE',
      hint: 'Set llm.provider, or name the folder of a local NLI model (--nli).',
    });
  }
  return ask(await toJudge(model));

  function ask(judge: EntailmentJudge): Promise<EntailmentReport> {
    const total = report.statements.filter(
      (each) => each.kind === 'claim' && each.kept && each.status !== 'uncited',
    ).length;
    let done = 0;
    const patient: EntailmentJudge = {
      ...judge,
      judge: (question) => {
        onProgress?.({ done: done++, total });
        return withTimeout(judge, question);
      },
    };
    return judgeEntailment(report, { judge: patient, ...(signal === undefined ? {} : { signal }) });
  }
}

/** Returns the chat model as a judge. If it can't be reached, every statement stays unchecked with the reason. */
async function toJudge(model: ChatModel): Promise<EntailmentJudge> {
  try {
    const [place, opened] = [await model.place(), await model.open()];
    if (place === 'loopback') return createAiSdkJudge({ model: opened, name: model.name, locality: 'local' });
    return createAiSdkJudge({
      model: opened,
      name: model.name,
      toWireText: (text, band) => (band === 'secret' ? null : toWireText({ text, band }, 'cloud-model')),
    });
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code === 'CONFIG_INVALID') throw error;
    return { name: model.name, locality: 'cloud', judge: () => Promise.reject(error) };
  }
}

async function withTimeout(
  judge: EntailmentJudge,
  question: Parameters<EntailmentJudge['judge']>[0],
): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = question.signal === null ? timeout : AbortSignal.any([question.signal, timeout]);
  try {
    return await judge.judge({ ...question, signal });
  } catch (error) {
    if (!timeout.aborted || question.signal?.aborted === true) throw toNamed(error);
    throw new MemoryError('the judge took too long', { code: 'JUDGE_TIMEOUT', cause: error });
  }
}

/** Returns the error with the most specific code: that of the egress, however deeply the SDK has wrapped it. */
function toNamed(error: unknown): unknown {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; depth++) {
    if (MemoraError.isInstance(at)) return at;
    const { lastError, cause, statusCode } = at as {
      lastError?: unknown;
      cause?: unknown;
      statusCode?: number;
    };
    if (statusCode !== undefined && statusCode >= 400)
      return new MemoryError('the judge replied with an error', {
        code: `JUDGE_HTTP_${statusCode}`,
        cause: at,
      });
    at = lastError ?? cause;
  }
  return error;
}
