import { findPlace } from '@memora/ingest/anchors';
import type { Check, VerificationReport } from '@memora/validator';

/** Returns the report with the place in the original for each verified check of a note made from a document. */
export async function withPlaces(
  report: VerificationReport,
  readNote: (path: string) => Promise<Uint8Array | null>,
): Promise<VerificationReport> {
  const checks = await Promise.all(report.checks.map((check) => withPlace(check, readNote)));
  return checks.every((check, i) => check === report.checks[i]) ? report : { ...report, checks };
}

async function withPlace(
  check: Check,
  readNote: (path: string) => Promise<Uint8Array | null>,
): Promise<Check> {
  const { notePath, span, sourceText } = check;
  if (notePath === null || span === null || sourceText === null) return check;
  const bytes = await readNote(notePath);
  const anchor = bytes === null ? null : findPlace(bytes, span.start, sourceText);
  return anchor === null ? check : { ...check, anchor };
}
