import { checkDrift as compareDrift } from './drift/check-drift.ts';
import { prepareDriftEvidence as readDriftEvidence } from './drift/drift-evidence.ts';
import { checkCriticalTokens as compareTokens } from './tokens/check-critical-tokens.ts';
import { withEveryScript } from './words/with-every-script.ts';

/* What this entry has is synchronous and can't wait for words, so that it brings those of every script along. */

export type {
  CriticalTokenReport,
  DisagreementKind,
  TokenDifference,
  TokenDisagreement,
} from './contract/critical-token-report.ts';
export type { DriftEvidence } from './drift/drift-evidence.ts';
export type { CriticalTokenOptions } from './tokens/check-critical-tokens.ts';

export const checkCriticalTokens: typeof compareTokens = /* @__PURE__ */ withEveryScript(compareTokens);
export const checkDrift: typeof compareDrift = /* @__PURE__ */ withEveryScript(compareDrift);
export const prepareDriftEvidence: typeof readDriftEvidence =
  /* @__PURE__ */ withEveryScript(readDriftEvidence);
