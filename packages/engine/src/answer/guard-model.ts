import type { LeakGuard } from '@memora/privacy';
import type { LanguageModel } from 'ai';

/** The model of an AI SDK id, or the model itself, behind the guard: what it is sent is scanned first, on every call. */
export async function guardModel(
  model: LanguageModel,
  guard: LeakGuard,
  exempt: readonly string[],
): Promise<LanguageModel> {
  const { gateway, wrapLanguageModel } = await import('ai');
  const { leakGuardMiddleware } = await import('@memora/privacy/ai-sdk');
  const provider = globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway;
  const inner = typeof model === 'string' ? provider.languageModel(model) : model;
  return wrapLanguageModel({ model: inner, middleware: leakGuardMiddleware(guard, { exempt }) });
}
