import { checkCriticalTokens as compare } from './figures/check-critical-tokens.ts';
import { withEveryScript } from './scripts/with-every-script.ts';

/* What this entry has is synchronous and can't wait for words, so that it brings those of every script along. */

export type {
  CriticalTokenReport,
  DisagreementKind,
  TokenDisagreement,
} from './contract/critical-token-report.ts';
export type { CriticalTokenOptions } from './figures/check-critical-tokens.ts';
export { compareWords } from './wording/compare-words.ts';

export const checkCriticalTokens: typeof compare = /* @__PURE__ */ withEveryScript(compare);
