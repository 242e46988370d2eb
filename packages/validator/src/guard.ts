export { checkDrift } from './drift/check-drift.ts';
export { type DriftEvidence, prepareDriftEvidence } from './drift/drift-evidence.ts';
export { type CriticalTokenOptions, checkCriticalTokens } from './tokens/check-critical-tokens.ts';
export type {
  CriticalTokenReport,
  DisagreementKind,
  TokenDifference,
  TokenDisagreement,
} from './tokens/critical-token-report.ts';
