import type { TokenDisagreement } from './critical-token-report.ts';

/** A disagreement that makes a statement fall. */
export function disagree(
  kind: TokenDisagreement['kind'],
  statementToken: string,
  evidenceToken?: string | null,
): TokenDisagreement {
  return { kind, statementToken, evidenceToken: evidenceToken ?? null, decisive: true };
}
