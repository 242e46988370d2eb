import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';

/** Applies the guard level to disagreements: under `report` and `off` none of them refuses. */
export function byGuard(
  found: readonly TokenDisagreement[],
  { guard, guardByKind }: Pick<VerificationSettings, 'guard' | 'guardByKind'>,
): TokenDisagreement[] {
  return found.map((each) => {
    const own = guardByKind?.[each.kind];
    const level = own === undefined || own === 'exact' ? guard : own;
    return { ...each, decisive: each.decisive && level === 'strict' };
  });
}
