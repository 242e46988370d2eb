import type { ExtractionUsage } from '@memora/claims';

/** Returns a model's usage for display, in tokens; `~` for an estimate. */
export function describeUsage({ inputTokens, outputTokens, estimated }: ExtractionUsage): string {
  return `${estimated ? '~' : ''}${(inputTokens + outputTokens).toLocaleString('en')} tokens`;
}
