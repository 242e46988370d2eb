import { judgeStatement } from '../checks/judge-statement.ts';
import type { Answer } from '../contract/answer.ts';
import { assertVerified } from '../contract/citation-error.ts';
import {
  readOptions,
  type VerificationOptions,
  type VerificationSettings,
} from '../contract/verification-options.ts';
import type { VerificationReport } from '../contract/verification-report.ts';
import type { Contradictions } from '../entailment/find-contradicted.ts';
import { createEvidenceReader } from '../evidence/evidence-reader.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import { plainText } from '../statements/render-markers.ts';
import { createStatementScanner } from '../statements/statement-scanner.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { createJudgeLoader, type Judges } from './load-judges.ts';
import { createVerificationRun } from './verification-run.ts';

/**
 * Verifies every citation of an answer against the notes as they are at this moment, and gives the answer without what is not
 * supported. Takes a text with markers, or what an SDK gave (see `Answer`). One status for each citation, whatever happens to its note; never throws for a bad citation.
 *
 * Each note is read once, and what is hashed is what is returned. Throws `MemoraError` for options that can't be read,
 * `CitationError` under `mode: 'throw'`, the signal's reason when aborted, and whatever `claims` throws.
 */
export async function verifyCitations(
  answer: Answer,
  options: VerificationOptions,
): Promise<VerificationReport> {
  const settings = readOptions(options);
  const provided =
    typeof answer === 'string'
      ? null
      : (await import('../answers/provider-answer.ts')).readProviderAnswer(answer);
  const text = provided?.text ?? (answer as string);
  const { units: found, tail } = createStatementScanner(settings.markers).end(text);
  const { units, passages } = provided?.attach(found, settings.toNotePath) ?? {
    units: found,
    passages: null,
  };
  const reader = createEvidenceReader(settings, 0);
  const evidenceById = await reader.read(idsOf(units), passages);
  const judges = createJudgeLoader(settings);
  await judges.load(units, evidenceById);
  const asked = settings.judge === null ? null : await askAbout(units, evidenceById, settings, judges);
  const run = createVerificationRun(settings, judges, true, !/[^\0-\x7f]/.test(text));
  let cleanText = '';
  for (const unit of units) cleanText += run.accept(unit, evidenceById, asked).text;
  cleanText += run.end(tail).text;
  const report = run.report(cleanText, [...reader.degradedReasons, ...uncheckedReasons(asked?.unchecked)]);
  if (settings.mode === 'throw') assertVerified(report, settings.uncited);
  return report;
}

/** The ids that units cite, each once. */
export function idsOf(units: readonly StatementUnit[]): Set<string> {
  const cited = new Set<string>();
  for (const { markers } of units) {
    for (const { ids } of markers)
      for (const { claimId, malformed } of ids) if (!malformed) cited.add(claimId);
  }
  return cited;
}

/** Asks the judge, whose code a page loads with its first question. */
export async function askAbout(
  units: readonly StatementUnit[],
  evidenceById: ReadonlyMap<string, Evidence>,
  settings: VerificationSettings,
  judges: Judges,
): Promise<Contradictions> {
  const { findContradicted } = await import('../entailment/find-contradicted.ts');
  return findContradicted(units, settings, (unit) => {
    const plain = plainText(unit.raw, unit.start, unit.markers);
    return { plain, judgement: judgeStatement(unit, plain, null, evidenceById, settings, judges) };
  });
}

/** What a report says of statements that the judge left unchecked. */
export function uncheckedReasons(count = 0): readonly string[] {
  return count === 0
    ? []
    : [`the judge could not say anything about ${count} of the statements it was asked about`];
}
