import type { CriticalTokenReport } from '../contract/critical-token-report.ts';
import type { GuardByKind } from '../contract/verification-options.ts';

/** What the guard found, with each kind as strict as it is to be. */
export function byKind(report: CriticalTokenReport, levels: GuardByKind | null): CriticalTokenReport {
  if (levels === null || report.disagreements.length === 0) return report;
  const disagreements = report.disagreements
    .filter(({ kind }) => levels[kind] !== 'off')
    .map((each) => {
      const level = levels[each.kind];
      return { ...each, decisive: level === 'exact' || (each.decisive && level !== 'report') };
    });
  return { ok: !disagreements.some(({ decisive }) => decisive), disagreements };
}
