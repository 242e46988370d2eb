import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { SdkModel } from '@memora/core';
import type { LeakGuard } from '@memora/privacy';
import type { ReflectFailure } from './reflection.ts';

export interface AskPorts {
  readonly model: SdkModel;
  /** Null for a model on this machine. */
  readonly guard: LeakGuard | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const MOST_OUTPUT = 2_048;

/** Asks a model through the guard that stops secret text. Never throws: a failure becomes a code. */
export async function askText(
  instructions: string,
  prompt: string,
  ports: AskPorts,
): Promise<{ readonly text: string; readonly failure: ReflectFailure | null }> {
  const timeout = AbortSignal.timeout(ports.timeoutMs);
  const signal = ports.signal === undefined ? timeout : AbortSignal.any([ports.signal, timeout]);
  try {
    const { generateText } = await import('ai');
    const work = generateText({
      model: await guarded(ports),
      instructions,
      prompt,
      temperature: 0,
      maxOutputTokens: MOST_OUTPUT,
      maxRetries: 0,
      abortSignal: signal,
    });
    const { text } = await Promise.race([work, aborted(signal)]);
    return { text, failure: null };
  } catch (error) {
    return { text: '', failure: timeout.aborted ? 'model_timeout' : failureOf(error) };
  }
}

/** Stops waiting for a model that ignores its signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function guarded({ model, guard }: AskPorts): Promise<LanguageModelV4> {
  const { gateway, wrapLanguageModel } = await import('ai');
  const { leakGuardMiddleware } = await import('@memora/privacy/ai-sdk');
  const provider = globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway;
  const inner = (typeof model === 'string' ? provider.languageModel(model) : model) as LanguageModelV4;
  return guard === null ? inner : wrapLanguageModel({ model: inner, middleware: leakGuardMiddleware(guard) });
}

function failureOf(error: unknown): ReflectFailure {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; depth++) {
    const { statusCode, code, cause } = at as Error & { statusCode?: number; code?: string };
    if (code === 'SECRET_IN_PAYLOAD') return 'model_blocked';
    if (statusCode === 429) return 'model_rate_limited';
    if (statusCode !== undefined) return 'model_failed';
    if (code !== undefined && /^(?:E[A-Z]+|UND_ERR_\w+)$/u.test(code)) return 'model_unreachable';
    at = cause;
  }
  return 'model_failed';
}
