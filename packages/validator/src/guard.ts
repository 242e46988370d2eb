import { checkCriticalTokens as compare } from './figures/check-critical-tokens.ts';
import { withEveryScript } from './scripts/with-every-script.ts';

/* This entry is synchronous and can't wait for words, so it includes those of every script. */

export type {
  CriticalTokenReport,
  DisagreementKind,
  TokenDisagreement,
} from './contract/critical-token-report.ts';
export type { CriticalTokenOptions } from './figures/check-critical-tokens.ts';
export { compareWords } from './wording/compare-words.ts';

export const checkCriticalTokens: typeof compare = /* @__PURE__ */ withEveryScript(compare);
