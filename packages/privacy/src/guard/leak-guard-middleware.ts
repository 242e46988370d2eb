import type { EmbeddingModelMiddleware, LanguageModelMiddleware } from 'ai';
import type { LeakGuard, OutgoingPart, ScanOptions } from './leak-guard.ts';

/** Options of the middleware. */
interface LeakGuardMiddlewareOptions extends ScanOptions {
  /** Returns false for models that may see everything, such as one on this machine. Default: every model is guarded. */
  readonly guards?: (model: { readonly provider: string; readonly modelId: string }) => boolean;
  /** The person's own typed text of one call, by its parameters; in addition to `exempt`. */
  readonly exemptOf?: (params: object) => readonly string[];
}

const CREDENTIAL_HEADERS = /^(?:authorization|cookie|(?:x-)?(?:goog-)?api-key)$/i;

/**
 * AI SDK middleware that scans everything that is sent to a language model: prompt, files, tool schemas, provider options, headers. Throws `LeakError` before
 * the model is called. For `wrapLanguageModel`.
 */
export function leakGuardMiddleware(
  guard: LeakGuard,
  options: LeakGuardMiddlewareOptions = {},
): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params, model }) => {
      if (options.guards?.(model) !== false) await guard.check(partsOf(params), scanOptions(params, options));
      return params;
    },
  };
}

/** The same for embedding models: {@link leakGuardMiddleware} for `wrapEmbeddingModel`. */
export function leakGuardEmbedding(
  guard: LeakGuard,
  options: LeakGuardMiddlewareOptions = {},
): EmbeddingModelMiddleware {
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params, model }) => {
      if (options.guards?.(model) !== false) await guard.check(partsOf(params), scanOptions(params, options));
      return params;
    },
  };
}

function scanOptions(params: object, { exempt = [], exemptOf }: LeakGuardMiddlewareOptions): ScanOptions {
  return { exempt: [...exempt, ...(exemptOf?.(params) ?? [])] };
}

/** All strings and bytes of the parameters, except the person's own credentials. */
function partsOf(params: object): OutgoingPart[] {
  const binary: OutgoingPart[] = [];
  const text = JSON.stringify(params, function (this: Record<string, unknown>, key: string, value: unknown) {
    if (key === 'abortSignal' || CREDENTIAL_HEADERS.test(key)) return undefined;
    // `value` is a Buffer's JSON form, a list of numbers.
    const bytes = this[key];
    if (!(bytes instanceof Uint8Array)) return value;
    binary.push(bytes);
    return undefined;
  });
  return [text, ...binary];
}
