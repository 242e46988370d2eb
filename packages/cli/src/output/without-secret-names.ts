import type { IndexReport } from '@memora/claims';
import type { Memory } from '@memora/engine';

/** The report with secret notes by their aliases. */
export async function withoutSecretNames(
  report: IndexReport,
  memory: Pick<Memory, 'nameNotes'>,
): Promise<IndexReport> {
  const { failures, warnings } = report;
  if (failures.length + warnings.length === 0) return report;
  const nameOf = await memory.nameNotes([...failures, ...warnings].map(({ note }) => note));
  return {
    ...report,
    failures: failures.map((failure) => ({ ...failure, note: nameOf(failure.note) })),
    warnings: warnings.map((warning) => ({ ...warning, note: nameOf(warning.note) })),
  };
}
