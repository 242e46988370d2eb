import { MemoraError, type SdkModel } from '@memora/core';
import type { LanguageModel } from 'ai';
import type { ChatModel, Draft, ModelFailure, WriteOptions } from './chat-model.ts';
import { loadAiSdk } from './load-optional.ts';

/** Any AI SDK model as a {@link ChatModel}. */
interface SdkModelOptions {
  readonly name: string;
  readonly place: ChatModel['place'];
  /**
   * Creates the model for requests in which the words of `exempt` may leave: the person's own words, and
   * Memora's constant words.
   */
  readonly model: (exempt: readonly string[]) => Promise<SdkModel> | SdkModel;
  readonly timeoutMs?: number;
  readonly maxOutputTokens?: number;
  readonly retries?: number;
}

const DEFAULT_TIMEOUT_MS = 120_000;

/** Wraps an AI SDK model. The SDK itself is loaded with the first question. */
export function createSdkModel(options: SdkModelOptions): ChatModel {
  let isStreaming = true;
  return {
    name: options.name,
    place: options.place,
    open: async (constant = []) => options.model(constant),
    write: async ({ instructions, prompt }, write) => {
      const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
      const signal = write.signal === undefined ? timeout : AbortSignal.any([write.signal, timeout]);
      let text = '';
      try {
        const { streamText, generateText } = await loadAiSdk();
        const request = {
          model: (await options.model([write.question, instructions])) as LanguageModel,
          instructions,
          prompt,
          temperature: 0,
          maxOutputTokens: write.maxOutputTokens ?? options.maxOutputTokens ?? 1_024,
          maxRetries: options.retries ?? 2,
          abortSignal: signal,
        };
        if (!isStreaming) return await writeWhole();
        const { stream } = streamText({
          ...request,
          // Errors are reported below. The SDK would print them, with text of notes.
          onError: () => undefined,
        });
        let failed: unknown = null;
        for await (const part of stream) {
          if (part.type === 'text-delta') {
            text += part.text;
            write.onText?.(part.text);
          } else if (part.type === 'error') failed ??= part.error;
          else if (part.type === 'abort') return fail(signal.reason, text, write, timeout);
          else if (part.type === 'finish' && failed === null && !isNothing(part.finishReason, text))
            return toDraft(text, part.finishReason, part.totalUsage);
        }
        if (text !== '' || (failed !== null && !isUnreadable(failed)))
          return fail(failed, text, write, timeout);
        // A server that does not stream answers with one JSON object, which contains no events.
        const whole = await writeWhole();
        isStreaming = false;
        return whole;

        async function writeWhole(): Promise<Draft> {
          const { text: answer, finishReason, usage } = await generateText(request);
          write.onText?.(answer);
          return toDraft(answer, finishReason, usage);
        }
      } catch (error) {
        return fail(error, text, write, timeout);
      }
    },
  };
}

interface Usage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

function toDraft(text: string, finishReason: string, { inputTokens, outputTokens }: Usage): Draft {
  const usage = { inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null };
  if (finishReason === 'content-filter') return { text: '', failure: 'model_refused', usage };
  return { text, failure: finishReason === 'length' ? 'model_cut_off' : null, usage };
}

/** True if a stream ended without text and without a reason from the model. */
function isNothing(finishReason: string, text: string): boolean {
  return text === '' && (finishReason === 'other' || finishReason === 'unknown' || finishReason === 'error');
}

/** True for a reply with a good status that could not be read as a stream. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && failureOf(error) === 'model_failed' && !hasStatus(error);
}

function hasStatus(error: Error): boolean {
  const { statusCode } = error as Error & { statusCode?: number };
  return statusCode !== undefined && statusCode >= 400;
}

function fail(error: unknown, text: string, { signal }: WriteOptions, timeout: AbortSignal): Draft {
  signal?.throwIfAborted();
  if (timeout.aborted) return { text, failure: 'model_timeout' };
  const failure = failureOf(error);
  // Text that arrived before the connection broke is checked like any other.
  return { text, failure: text !== '' && failure === 'model_unreachable' ? 'model_cut_off' : failure };
}

const CODES: Readonly<Record<string, ModelFailure>> = {
  OUTBOUND_TIMEOUT: 'model_timeout',
  ETIMEDOUT: 'model_timeout',
  OUTBOUND_FAILED: 'model_unreachable',
  MODEL_KEY_MISSING: 'model_no_key',
  MODEL_SDK_MISSING: 'model_not_installed',
  MODEL_SDK_TOO_OLD: 'model_not_installed',
};

/** Names the failure by the status and codes of the error and its causes. Its message is never read. */
function failureOf(error: unknown): ModelFailure {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; depth++) {
    const { statusCode, code, lastError, cause } = at as Error & {
      statusCode?: number;
      code?: string;
      lastError?: unknown;
    };
    if (statusCode === 429) return 'model_rate_limited';
    if (statusCode === 408 || statusCode === 504) return 'model_timeout';
    if (statusCode !== undefined && statusCode >= 400) return 'model_failed';
    const known = CODES[code ?? ''];
    if (known !== undefined) return known;
    if (MemoraError.isInstance(at)) return 'model_blocked';
    if (code !== undefined && /^(?:E[A-Z]+|UND_ERR_\w+)$/.test(code)) return 'model_unreachable';
    if (at.name === 'TypeError' && cause === undefined) return 'model_unreachable';
    at = lastError ?? cause;
  }
  return 'model_failed';
}
