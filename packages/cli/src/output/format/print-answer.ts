import type { Answer } from '@memora/engine';
import { describeDifferences, markStatement } from '@memora/validator/formats';
import type { Output } from '../create-output.ts';
import { countOf } from './count-of.ts';
import { toOneLine } from './format-claim.ts';
import type { SourceMemory } from './print-claim-source.ts';
import { printPage } from './print-page.ts';
import { type Check, readCited } from './read-cited.ts';

/** How much of the evidence to show. */
export interface AnswerOptions {
  readonly reveal?: boolean;
  /**
   * Shows every cited line with the cited bytes marked and the id of its claim, even if it has the exact
   * words of the answer.
   */
  readonly proof?: boolean;
  /** True if the notes are rows of a team's database. */
  readonly ofTeam?: boolean;
}

type Statement = Answer['report']['statements'][number];

/**
 * Prints each statement of an answer with its mark and the cited lines, then the statements that were left
 * out with their reasons. Without a model, prints passages.
 */
export async function printAnswer(
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  options: AnswerOptions = {},
): Promise<void> {
  const { statements: written, checks } = answer.refused ?? answer.report;
  const statements = written.filter(({ kind }) => kind === 'claim');
  if (answer.writtenBy !== 'model' || statements.every(({ kept }) => !kept)) {
    await printPage(answer, memory, output, options);
    if (answer.writtenBy === 'model' || answer.refused !== null) printLeftOut(statements, checks, output);
    return;
  }
  const shown = new Set<string>();
  let at = 0;
  for (const statement of answer.report.statements) {
    if (!statement.kept) continue;
    const begin = answer.cleanText.indexOf(statement.text, at);
    if (begin !== -1) at = begin + statement.text.length;
    const box = boxBefore(answer.cleanText, begin);
    if (statement.kind === 'claim')
      await printStatement(statement, box, shown, answer, memory, output, options);
    else output.line(output.markdown(stripMarkers(toOneLine(statement.text))));
  }
  printLeftOut(statements, checks, output);
  output.line();
  for (const line of summarise(answer, options)) output.line(output.style('dim', line));
}

/** `[ ] ` or `[x] ` before a task in a list, which shows whether it is open; empty before anything else. */
function boxBefore(text: string, begin: number): string {
  const box = text.slice(0, Math.max(0, begin)).trimEnd().slice(-3);
  return box.startsWith('[') && box.endsWith(']') ? `${box} ` : '';
}

async function printStatement(
  statement: Statement,
  box: string,
  shown: Set<string>,
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  options: AnswerOptions,
): Promise<void> {
  const checks = statement.checks.flatMap((index) => answer.report.checks[index] ?? []);
  const sources: { readonly check: Check; readonly lines: readonly string[] }[] = [];
  for (const check of checks) {
    const lines = await readCited(check, answer, memory, output, options);
    const isSame = (other: readonly string[]) => other.join('\n') === lines?.join('\n');
    if (lines !== null && (options.proof === true || !sources.some((each) => isSame(each.lines))))
      sources.push({ check, lines });
  }
  const mark = markStatement(statement);
  const told = output.style(mark.startsWith('✓') ? 'green' : 'yellow', mark);
  output.line(`${box}${output.markdown(stripMarkers(toOneLine(statement.text)))}  ${told}`);
  for (const line of describeDifferences(statement))
    output.line(`      ${output.style('yellow', toOneLine(line))}`);
  const { judgement, reason } = statement;
  if (judgement === 'partly' || judgement === 'not_told')
    output.line(`      ${output.style('dim', toOneLine(reason))}`);
  const decides = mark === '✓ judged' ? uncitedWords(statement, checks) : null;
  if (decides !== null) output.line(`      ${output.style('dim', toOneLine(decides))}`);
  if (mark === '≠ differs, judged (weak)') output.line(`      ${output.style('dim', WEAK)}`);
  for (const [i, { check, lines }] of sources.entries()) {
    const [place = '', ...body] = lines;
    const name = check.anchor === undefined ? '' : `  ${toOneLine(check.anchor.label)}`;
    // If two quotations are from one line, the line is printed for each, under its place.
    if (options.proof === true || sources[i - 1]?.lines[0] !== place)
      output.line(`    ${place}${name}${options.proof === true ? `  [claim:${check.claimId}]` : ''}`);
    const isTold = statement.wording === 'quoted' && options.proof !== true;
    if (isTold || shown.has(lines.join('\n'))) continue;
    shown.add(lines.join('\n'));
    for (const line of body) output.line(`    ${output.style('dim', line)}`);
  }
}

/**
 * The words that a judge relies on, if none of the cited lines contains them: the lines alone may then not
 * support the statement.
 */
function uncitedWords({ because, judgedBy }: Statement, checks: readonly Check[]): string | null {
  if (because === null || checks.some(({ band }) => band === 'secret')) return null;
  const { start, end } = because.span;
  const isCited = checks.some(
    ({ notePath, span }) =>
      notePath === because.note && span !== null && span.start < end && span.end > start,
  );
  return isCited ? null : `${judgedBy ?? 'the judge'} rests on “${because.quote}”`;
}

/** The author of a sentence does not confirm it. */
const WEAK =
  'Only the model that wrote it says that it follows. Another judge: `memora model use NAME --judge`.';

/**
 * The removed statements with the reasons in whole sentences, and for a judge the decisive words of the note.
 */
function printLeftOut(statements: readonly Statement[], checks: readonly Check[], output: Output): void {
  const left = statements.filter(({ kept }) => !kept);
  if (left.length === 0) return;
  output.line();
  output.line(output.style('bold', 'Left out:'));
  for (const statement of left) {
    const text = stripMarkers(toOneLine(statement.text));
    output.line(`  ${output.style('red', markStatement(statement))}  ${text}`);
    if (statement.reason !== '') output.line(`      ${output.style('dim', toOneLine(statement.reason))}`);
    const { because } = statement;
    if (because === null || statement.checks.some((at) => checks[at]?.band === 'secret')) continue;
    output.line(`      ${output.style('dim', toOneLine(`${because.note}: “${because.quote}”`))}`);
  }
}

/** The meaning of the marks, and who judged the statements. */
function summarise({ report }: Answer, { ofTeam = false }: AnswerOptions): string[] {
  // Counts only the shown statements; removed ones are listed above with their reason.
  const kept = report.statements.filter((each) => each.kept && each.kind === 'claim');
  const cited = new Set(kept.flatMap(({ checks }) => checks));
  const holding = [...cited].filter((index) => report.checks[index]?.status === 'verified').length;
  const quoted = kept.filter(({ wording }) => wording === 'quoted').length;
  const judged = kept.filter(({ judgement }) => judgement !== 'not_judged');
  const open = kept.filter(({ wording, judgement }) => wording !== 'quoted' && judgement === 'not_judged');
  const denied = kept.filter((each) => markStatement(each) === '? not in it').length;
  const judges = new Set(judged.flatMap(({ judgedBy }) => judgedBy ?? []));
  const notes = ofTeam ? 'the notes of the team' : 'the files';
  return [
    `${countOf(holding, 'citation')} re-read and re-hashed: quotes match ${notes}.`,
    [
      quoted > 0 ? `${quoted} quoted` : '',
      judged.length > 0
        ? `${judged.length} judged by ${[...judges].join(', ')}${describeRemembered(judged)}`
        : '',
      denied > 0 ? `${denied} of them not in the lines` : '',
      open.length > 0 ? `${open.length} not judged: check yourself whether they follow from the lines` : '',
    ]
      .filter((part) => part !== '')
      .join(' · '),
  ].filter((line) => line !== '');
}

/** The date of reused verdicts, for which no judge was called again. */
function describeRemembered(judged: readonly Statement[]): string {
  const moments = judged.flatMap(({ rememberedFrom }) => rememberedFrom ?? []).sort();
  const [first] = moments;
  if (first === undefined) return '';
  const since = first.slice(0, 16).replace('T', ' ');
  return ` (${moments.length === judged.length ? '' : `${moments.length} of them `}remembered since ${since} UTC)`;
}

/** A person reads the source line beneath, so the markers are left out of the sentence. */
function stripMarkers(text: string): string {
  return text.replace(/\s*\[claim:[^\]]*\]/giu, '').trim();
}
