import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { SdkModel } from '@memora/core';
import type { LeakGuard } from '@memora/privacy';
import { loadAiSdk } from './load-optional.ts';

/** The model of an AI SDK id, or the model itself, behind the guard: every call is scanned before it is sent. */
export async function guardModel(
  model: SdkModel,
  guard: LeakGuard,
  exempt: readonly string[],
): Promise<LanguageModelV4> {
  const { gateway, wrapLanguageModel } = await loadAiSdk();
  const { leakGuardMiddleware } = await import('@memora/privacy/ai-sdk');
  const provider = globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway;
  const inner = typeof model === 'string' ? provider.languageModel(model) : (model as LanguageModelV4);
  return wrapLanguageModel({ model: inner, middleware: leakGuardMiddleware(guard, { exempt }) });
}
