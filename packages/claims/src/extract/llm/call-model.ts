import { MemoraError, type SdkModel, type WireText } from '@memora/core';
import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModel,
  NoObjectGeneratedError,
  Output,
} from 'ai';
import { ClaimsError } from '../../model/errors/claims-error.ts';
import { INSTRUCTIONS } from './build-prompt.ts';

/** Why a model gave no reply. */
type ModelFailureCode =
  | 'MODEL_RATE_LIMITED'
  | 'MODEL_TIMEOUT'
  | 'MODEL_UNAVAILABLE'
  | 'MODEL_REFUSED'
  | 'MODEL_EMPTY'
  | 'ABORTED';

export interface CallOptions {
  readonly model: SdkModel;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** How often a transient failure is retried. */
  readonly retries: number;
  /** The first wait; it doubles with each retry, up to a minute. */
  readonly backoffMs: number;
  readonly onRequest: (isRetry: boolean) => void;
  /** The task of the request; claim extraction by default. */
  readonly task?: ModelTask;
}

/** The constant instructions of a request, which a provider can cache, and the shape of the reply. */
export interface ModelTask {
  readonly name: string;
  readonly instructions: string;
  /** A JSON schema as data, so that its type needs no AI SDK. */
  readonly schema: object;
}

/** A reply and its usage. */
export interface ModelReply {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The model stopped at its output limit. */
  readonly isCutOff: boolean;
}

/** Deliberately loose: incomplete records are refused one by one instead of the whole reply. */
const SCHEMA = {
  type: 'object',
  properties: {
    claims: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          segment: { type: 'integer' },
          quote: { type: 'string' },
          subject: { type: ['string', 'null'] },
          relation: { type: ['string', 'null'] },
          object: { type: ['string', 'null'] },
          event: { type: ['string', 'null'] },
          valid_from: { type: ['string', 'null'] },
          valid_until: { type: ['string', 'null'] },
          modality: { type: ['string', 'null'] },
          reported_by: { type: ['string', 'null'] },
          by: { type: ['string', 'null'] },
          kind: { type: 'string' },
          assertion: { type: 'string' },
          confidence: { type: 'number' },
        },
        required: ['segment', 'quote', 'subject', 'relation', 'object'],
        additionalProperties: false,
      },
    },
  },
  required: ['claims'],
  additionalProperties: false,
};

/** The extraction task. */
export const EXTRACTION: ModelTask = { name: 'claims', instructions: INSTRUCTIONS, schema: SCHEMA };

/** Calls the model and retries transient failures. Throws a `MemoraError` with a {@link ModelFailureCode}. */
export async function callModel(prompt: WireText, options: CallOptions): Promise<ModelReply> {
  for (let attempt = 0; ; attempt++) {
    if (options.signal?.aborted === true) throw failure('ABORTED');
    options.onRequest(attempt > 0);
    try {
      return await callOnce(prompt, options);
    } catch (error) {
      const { code, transient, waitMs } = classify(error, options.signal);
      if (!transient || attempt >= options.retries) throw failure(code, error);
      const backoff = Math.min(60_000, options.backoffMs * 2 ** attempt);
      await sleep(Math.max(backoff * (0.75 + Math.random() / 2), waitMs), options.signal);
    }
  }
}

/** OpenAI and its gateways require every field in a strict schema, and an empty field costs tokens in every record. */
const LOOSE = { openai: { strictJsonSchema: false }, openaiCompatible: { strictJsonSchema: false } };

async function callOnce(prompt: WireText, options: CallOptions): Promise<ModelReply> {
  const { model, signal, timeoutMs, task = EXTRACTION } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const result = await generateText({
      model: model as LanguageModel,
      system: task.instructions,
      prompt,
      output: Output.object({ schema: jsonSchema(task.schema), name: task.name }),
      temperature: 0,
      providerOptions: LOOSE,
      maxRetries: 0,
      abortSignal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return toReply(result.text, result.usage, result.finishReason);
  } catch (error) {
    // The reply does not match the schema. Our parser accepts more forms than the SDK's.
    if (NoObjectGeneratedError.isInstance(error) && error.text !== undefined && error.text.trim() !== '') {
      return toReply(error.text, error.usage, error.finishReason);
    }
    throw timeout.aborted && signal?.aborted !== true ? failure('MODEL_TIMEOUT', error) : error;
  }
}

function toReply(
  text: string,
  usage: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined,
  finishReason: string | undefined,
): ModelReply {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return { text, inputTokens, outputTokens, isCutOff: finishReason === 'length' };
}

function classify(error: unknown, signal: AbortSignal | undefined) {
  const none = { waitMs: 0 };
  if (signal?.aborted === true) return { code: 'ABORTED' as const, transient: false, ...none };
  const own = APICallError.isInstance(error) ? error.cause : error;
  if (MemoraError.isInstance(own)) {
    const isTimeout = own.code === 'MODEL_TIMEOUT' || own.code === 'OUTBOUND_TIMEOUT';
    if (isTimeout) return { code: 'MODEL_TIMEOUT' as const, transient: true, ...none };
    if (own.code === 'OUTBOUND_FAILED')
      return { code: 'MODEL_UNAVAILABLE' as const, transient: true, ...none };
    return { code: 'MODEL_REFUSED' as const, transient: false, ...none };
  }
  if (NoObjectGeneratedError.isInstance(error))
    return { code: 'MODEL_EMPTY' as const, transient: true, ...none };
  if (APICallError.isInstance(error)) {
    const waitMs = retryAfter(error.responseHeaders);
    if (error.statusCode === 429) return { code: 'MODEL_RATE_LIMITED' as const, transient: true, waitMs };
    const { statusCode } = error;
    // The request was accepted, but the reply is unusable: the connection broke, or a proxy in front of the model replied.
    const isBroken = statusCode !== undefined && statusCode >= 200 && statusCode < 300;
    const transient = statusCode === undefined || statusCode >= 500 || statusCode === 408 || isBroken;
    return {
      code: transient ? ('MODEL_UNAVAILABLE' as const) : ('MODEL_REFUSED' as const),
      transient,
      waitMs,
    };
  }
  return { code: 'MODEL_UNAVAILABLE' as const, transient: true, ...none };
}

/** Returns the wait that the server asks for, in seconds or as a date, at most a minute. */
function retryAfter(headers: Record<string, string> | undefined): number {
  const wish = headers?.['retry-after'];
  if (wish === undefined) return 0;
  const seconds = Number(wish);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(wish) - Date.now();
  return Number.isNaN(waitMs) ? 0 : Math.min(60_000, Math.max(0, waitMs));
}

const REASONS: Readonly<Record<ModelFailureCode, string>> = {
  MODEL_RATE_LIMITED: 'The model refuses more requests for now.',
  MODEL_TIMEOUT: 'The model did not answer in time.',
  MODEL_UNAVAILABLE: 'The model could not be reached or failed.',
  MODEL_REFUSED: 'The request was refused; check model, key, address and network permission.',
  MODEL_EMPTY: 'The model gave an empty reply.',
  ABORTED: 'The run was stopped.',
};

function failure(code: ModelFailureCode, cause?: unknown): ClaimsError<ModelFailureCode> {
  return new ClaimsError(REASONS[code], { code, hint: 'Index again: finished work is kept.', cause });
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}
