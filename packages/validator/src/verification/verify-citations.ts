import type { Answer } from '../contract/answer.ts';
import { assertVerified } from '../contract/citation-error.ts';
import { readOptions, type VerificationOptions } from '../contract/verification-options.ts';
import type { VerificationReport } from '../contract/verification-report.ts';
import { createEvidenceReader } from '../evidence/evidence-reader.ts';
import { createStatementScanner } from '../statements/statement-scanner.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { askJudge, createStatementChecker, unjudgedReasons } from './check-statements.ts';
import { createLoader } from './load-on-demand.ts';
import { createVerificationRun } from './verification-run.ts';

/**
 * Verifies every citation of an answer against the current notes, and returns the answer without unsupported text. Takes a text with
 * markers, or an SDK's result (see `Answer`). Each citation gets one status, whatever happens to its note; a bad citation never throws.
 *
 * Each note is read once, and the hashed bytes are the returned ones. Throws `MemoraError` for options that can't be read,
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
  const loader = createLoader();
  await loader.load(units, evidenceById);
  const checked = await createStatementChecker(settings, loader).check(units, evidenceById, true);
  const opinions = await askJudge(checked, settings);
  const run = createVerificationRun(settings, loader, true, !/[^\0-\x7f]/.test(text));
  let cleanText = '';
  for (const statement of checked) cleanText += run.accept(statement, opinions.of(statement)).text;
  cleanText += run.end(tail).text;
  const report = run.report(cleanText, [...reader.degradedReasons, ...unjudgedReasons(opinions.unjudged)]);
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
