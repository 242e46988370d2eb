import { type Memory, readSourceLines } from '@memora/engine';
import { REDACTED, rewordedIn } from '@memora/engine/json';
import type { Check, CheckStatus, Statement, VerificationReport } from '@memora/validator';
import type { EntailmentReport, EntailmentVerdict } from '@memora/validator/entailment';
import {
  describeDifferences,
  markStatement,
  type StatementMark,
  verdictOfAudit,
} from '@memora/validator/formats';
import type { Output, Style } from '../create-output.ts';
import { describeReworded } from './describe-reworded.ts';
import { toOneLine } from './format-claim.ts';
import { formatSource } from './format-source.ts';

const LABEL: Readonly<Record<CheckStatus, readonly [Style, string]>> = {
  verified: ['green', '✓ verified'],
  superseded: ['yellow', '✗ superseded'],
  malformed: ['red', '✗ malformed'],
  unverified: ['red', '✗ unverified'],
  redacted: ['yellow', '✗ redacted'],
  out_of_context: ['red', '✗ out of context'],
  fingerprint_mismatch: ['red', '✗ fingerprint mismatch'],
  quote_mismatch: ['red', '✗ quote mismatch'],
  token_mismatch: ['red', '✗ token mismatch'],
};

const OPINION: Readonly<Record<EntailmentVerdict, readonly [Style, string]>> = {
  entailed: ['green', '≈ entailed'],
  neutral: ['yellow', '≉ not entailed'],
  contradicted: ['red', '≉ contradicted'],
  unchecked: ['dim', '? not judged'],
};

/** The answer with the verdict after each statement, and below it the cited line of each note. */
export async function formatVerdict(
  report: VerificationReport,
  memory: Pick<Memory, 'readNote' | 'settings' | 'vault'>,
  output: Output,
  options: {
    readonly reveal: boolean;
    readonly problems: number;
    readonly allowSuperseded?: boolean;
    readonly allowUncited?: boolean;
    readonly entailment?: EntailmentReport | null;
    readonly failUnsupported?: boolean;
  },
): Promise<string[]> {
  const lines: string[] = [];
  for (const [i, statement] of report.statements.entries()) {
    const text = toOneLine(statement.text);
    if (statement.kind === 'structure') {
      lines.push(output.style('dim', text));
      continue;
    }
    const isBare = statement.checks.length === 0;
    const isAllowed = isBare
      ? options.allowUncited === true
      : statement.status === 'superseded' && options.allowSuperseded === true;
    lines.push(statement.kept || isAllowed ? text : output.style('red', text));
    if (isBare && isAllowed)
      lines.push(`    ${output.style('dim', '· uncited')}  allowed by --allow-uncited`);
    else if (isBare) lines.push(`    ${output.style('red', '✗ uncited')}  ${statement.reason}`);
    for (const index of statement.checks) {
      const check = report.checks[index];
      if (check !== undefined)
        lines.push(
          ...(await formatCheck(check, memory, output, { ...options, statements: report.statements })),
        );
    }
    if (!isBare && !isAllowed) lines.push(...formatWording(statement, report, output, options.reveal));
    lines.push(...formatOpinion(options.entailment, i, output));
  }
  const stray = report.checks.filter((check) => check.statementIndex === null);
  for (const check of stray)
    lines.push(...(await formatCheck(check, memory, output, { ...options, statements: report.statements })));
  lines.push('', formatSummary(report, output, options));
  if (options.entailment) {
    const { judge, counts } = options.entailment;
    const parts = Object.entries(counts).flatMap(([word, count]) => (count > 0 ? [`${count} ${word}`] : []));
    const said = parts.length === 0 ? 'no statement remains' : parts.join(', ');
    lines.push(`${output.style('bold', 'Opinion:')} ${said} (judged by ${judge}; no proof)`);
  }
  return lines;
}

const MARKS: Readonly<Record<StatementMark, Style>> = {
  '✓ quoted': 'green',
  '✓ judged': 'green',
  '~ in part': 'yellow',
  '~ not judged': 'dim',
  '… excerpt': 'yellow',
  '≠ differs': 'yellow',
  '≠ differs, judged (weak)': 'yellow',
  '? not in it': 'yellow',
  '✗ changed': 'red',
  '✗ contradicted': 'red',
  '✗ left out': 'red',
  '': 'dim',
};

/** What applies to a statement besides its citations: whose words it uses, the judge's verdict, why it was left out. */
function formatWording(
  statement: Statement,
  { checks }: VerificationReport,
  output: Output,
  reveal: boolean,
): string[] {
  const mark = markStatement(statement);
  const isHidden = !reveal && statement.checks.some((at) => checks[at]?.band === 'secret');
  const head = `    ${output.style(MARKS[mark], mark)}  ${isHidden ? '' : toOneLine(statement.reason)}`;
  if (isHidden) return [head.trimEnd()];
  const { because, judgedBy } = statement;
  return [
    head,
    ...describeDifferences(statement).map((line) => `      ${toOneLine(line)}`),
    ...(because === null
      ? []
      : [`      ${toOneLine(`${judgedBy ?? 'the judge'} rests on “${because.quote}”`)}`]),
  ];
}

function formatOpinion(
  entailment: EntailmentReport | null | undefined,
  statement: number,
  output: Output,
): string[] {
  const found = entailment?.statements.find(({ statementIndex }) => statementIndex === statement);
  if (found === undefined) return [];
  const [style, label] = OPINION[found.verdict];
  return [`    ${output.style(style, label)}${found.reason === null ? '' : `  ${found.reason}`}`];
}

async function formatCheck(
  check: Check,
  memory: Pick<Memory, 'readNote' | 'settings' | 'vault'>,
  output: Output,
  options: {
    readonly reveal: boolean;
    readonly allowSuperseded?: boolean;
    readonly statements: readonly Statement[];
  },
): Promise<string[]> {
  const isAllowed = check.status === 'superseded' && options.allowSuperseded === true;
  const [style, label] = isAllowed
    ? (['yellow', '· superseded, allowed by --allow-superseded'] as const)
    : LABEL[check.status];
  const relocated = check.relocated ? ' (moved inside its note)' : '';
  const head = `    ${output.style(style, label)}  ${output.style('dim', toOneLine(check.claimId))}${relocated}`;
  const reason = check.status === 'verified' ? [] : [`      ${toOneLine(check.reason)}`];
  if (check.notePath === null || check.span === null) return [head, ...reason];
  if (check.band === 'secret' && !options.reveal)
    return [head, ...reason, `      ${check.notePath}: ${REDACTED}`];
  const bytes = await memory.readNote(check.notePath);
  const source =
    bytes === null
      ? null
      : await readSourceLines(bytes, check.span, {
          ...options,
          detector: memory.settings.config.privacy.detector,
          defaultBand: memory.settings.config.privacy.defaultNotePrivacy,
        });
  if (source === null) return [head, ...reason, `      ${check.notePath}`];
  const shown = [
    ...formatSource(check.notePath, source, output, memory.vault),
    ...describeReworded(rewordedIn(check, options.statements), source.text),
  ];
  return [head, ...reason, ...shown.map((line) => `      ${line}`)];
}

function formatSummary(
  report: VerificationReport,
  output: Output,
  options: {
    readonly problems: number;
    readonly entailment?: EntailmentReport | null;
    readonly failUnsupported?: boolean;
  },
): string {
  const counts = [
    [report.verifiedCount, 'verified (no quotation and no figure differs from the files)'],
    [report.unverifiedCount, 'unverified'],
    [report.redactedCount, 'redacted'],
    [report.mismatchCount, 'mismatched'],
    [report.supersededCount, 'superseded'],
    [report.malformedCount, 'malformed'],
    [report.uncitedCount, 'uncited'],
    [report.quotedCount, 'quoted'],
    [report.judgedCount, 'judged'],
    [report.notJudgedCount, 'not judged'],
  ] as const;
  // This makes the command fail although every proof is valid, so the remedy is printed with it.
  const unread = report.statements.filter(
    ({ kind, kept, status }) => kind === 'claim' && !kept && status === 'verified',
  ).length;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const word = verdictOfAudit(report, options);
  const isAllowed = options.problems === 0 && word !== 'verified';
  const verdict = output.style(
    options.problems === 0 ? 'green' : 'red',
    isAllowed ? `${word}, as allowed` : word,
  );
  if (unread > 0) parts.push(`${unread} left out, not judged (--allow-altered keeps it)`);
  return `${output.style('bold', 'Verdict:')} ${verdict}${parts.length === 0 ? '' : ` — ${parts.join(', ')}`}`;
}
