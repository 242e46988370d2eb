import type { TextRange } from '@memora/language/sentences';
import {
  type CitedPlace,
  type JudgedCheck,
  type Judgement,
  judgeStatement,
} from '../checks/judge-statement.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import {
  CHECK_STATUSES,
  type Check,
  type CheckStatus,
  type Statement,
  type Verdict,
  type VerificationReport,
} from '../contract/verification-report.ts';
import type { Contradictions } from '../entailment/find-contradicted.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import { plainText, renderMarkers } from '../statements/render-markers.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { createUtf8Counter, utf8Length } from '../statements/utf8-counter.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import type { Fate, TextCleaner } from './clean-text.ts';
import type { Judges } from './load-judges.ts';

/** A statement as decided, with its checks. */
export interface DecidedStatement {
  readonly index: number;
  readonly statement: Statement;
  readonly checks: readonly Check[];
}

/** What one unit adds: clean text, and the statements that are now decided. */
export interface RunStep {
  readonly text: string;
  readonly decided: readonly DecidedStatement[];
}

/** Judges the statements of one answer in order, and writes its clean text. */
export interface VerificationRun {
  /** `contradicted` are the units that a judge finds contradicted by what they cite. */
  readonly accept: (
    unit: StatementUnit,
    evidenceById: ReadonlyMap<string, Evidence>,
    contradicted?: Contradictions | null,
  ) => RunStep;
  /** Takes the text behind the last unit. */
  readonly end: (tail: string) => RunStep;
  /** Sums up, after `end`. `cleanText` is all the text that the steps gave. */
  readonly report: (cleanText: string, degradedReasons: readonly string[]) => VerificationReport;
  /** True once a statement without a marker has ended the whole answer (`uncited: 'fail'`). */
  readonly failed: () => boolean;
}

type Open<T> = { -readonly [K in keyof T]: T[K] };

/** Starts a run. `isAscii` says that the whole answer is, so that its bytes need no counting. With `collect: false` the report has its counts but no checks and statements: memory stays bounded. */
export function createVerificationRun(
  settings: VerificationSettings,
  judges: Judges,
  collect: boolean,
  isAscii = false,
): VerificationRun {
  let cleaner: TextCleaner | null = null;
  const checks: Check[] = [];
  const statements: Statement[] = [];
  const counts = Object.fromEntries(CHECK_STATUSES.map((status) => [status, 0])) as Record<
    CheckStatus,
    number
  >;
  const total = { statements: 0, checks: 0, supported: 0, kept: 0, uncited: 0, unbound: 0 };
  const annotates = settings.mode === 'annotate';
  let decided: DecidedStatement[] = [];
  let table: { readonly group: number; readonly head: string } | null = null;
  let utf8 = 0;

  const accept: VerificationRun['accept'] = (unit, evidenceById, contradicted) => {
    cleaner ??= judges.createTextCleaner();
    const plain = plainText(unit.raw, unit.start, unit.markers);
    const head = unit.role === 'row' && table?.group === unit.group ? table.head : null;
    if (unit.role === 'head') table = { group: unit.group, head: plain };
    const own = judgeStatement(unit, plain, head, evidenceById, settings, judges);
    const judgement = contradicted?.units.has(unit) ? contradicted.withdraw(own) : own;
    const structure = readStructure(unit, plain, judgement, judges);
    const entry = record(unit, judgement, structure !== null);
    const clean = cleaner.accept(unit, fateOf(unit, plain, judgement, structure, entry));
    if (structure === null) decided.push(entry);
    if (judgement.omitted.length > 0) recordAllOmitted(unit, judgement.omitted);
    return step(
      annotates
        ? unit.gap + unit.lead + annotate(unit, judgement, structure !== null) + unit.underline
        : clean,
    );
  };

  function fateOf(
    unit: StatementUnit,
    plain: string,
    judgement: Judgement,
    structure: { readonly names: boolean } | null,
    entry: DecidedStatement & { readonly statement: Open<Statement> },
  ): Fate {
    if (structure !== null) {
      return {
        kind: 'hold',
        structure: {
          text: render(unit, judgement),
          introduces: ({ grounds }) =>
            !saysWords(plain) ||
            ((!structure.names || judges.guard.namesAgree(plain, grounds)) &&
              judges.guard.isLabelOf(plain, grounds)),
          decide: (stays) => {
            if (stays) support(entry.statement);
            decided.push(entry);
          },
        },
      };
    }
    if (judgement.uncited) total.uncited++;
    if (!judgement.supported && !(judgement.uncited && settings.uncited === 'keep')) return { kind: 'drop' };
    if (cleaner?.fits(unit, judgement) === false) return { kind: 'drop' };
    if (judgement.supported) support(entry.statement);
    total.kept++;
    const cut = judgement.checks.some(
      ({ status }, i) => status !== 'verified' && judgement.places[i]?.at !== undefined,
    );
    return { kind: 'keep', text: render(unit, judgement), cut, judgement };
  }

  function support(statement: Open<Statement>): void {
    statement.supported = true;
    statement.kept = true;
    if (statement.reason === '')
      statement.reason = 'Its citations are proven; whether it follows was not judged.';
    total.supported++;
  }

  function record(unit: StatementUnit, judgement: Judgement, isStructure: boolean) {
    const index = total.statements++;
    const start = utf8 + bytesOf(unit.gap) + bytesOf(unit.lead);
    const countTo = isAscii ? (utf16: number) => utf16 : createUtf8Counter(unit.raw);
    const own = judgement.checks;
    const indexes: number[] = [];
    for (let i = 0; i < own.length; i++) {
      const check = own[i] as JudgedCheck;
      const { marker, leading, at } = judgement.places[i] as CitedPlace;
      const utf16 = at ?? marker.start;
      check.offset = { utf16, utf8: start + countTo(utf16 - unit.start) };
      counts[check.status]++;
      if (leading) total.unbound++;
      else {
        check.statementIndex = index;
        indexes.push(total.checks + i);
      }
    }
    utf8 = start + countTo(unit.raw.length) + bytesOf(unit.underline);
    const statement: Open<Statement> = {
      text: judgement.kept?.text ?? unit.raw,
      offset: { utf16: unit.start, utf8: start },
      kind: isStructure ? 'structure' : 'claim',
      ...statusOf(judgement, isStructure),
      supported: false,
      checks: indexes,
    };
    total.checks += own.length;
    if (collect) {
      for (const check of own) checks.push(check);
      statements.push(statement);
    }
    return { index, statement, checks: own };
  }

  function recordAllOmitted(unit: StatementUnit, omitted: readonly TextRange[]): void {
    // The mark that opens a link says nothing by itself.
    const told = omitted.filter(({ start, end }) => saysWords(unit.raw.slice(start, end)));
    for (const range of told.length > 0 ? told : omitted) decided.push(recordOmitted(unit, range));
  }

  /** What went from a statement that stays is a statement that no marker follows. */
  function recordOmitted({ raw, start, underline }: StatementUnit, range: TextRange): DecidedStatement {
    const index = total.statements++;
    total.uncited++;
    const before = utf8 - bytesOf(underline) - bytesOf(raw.slice(range.start));
    const statement: Statement = {
      text: raw.slice(range.start, range.end),
      offset: { utf16: start + range.start, utf8: before },
      kind: 'claim',
      ...NOTHING_KNOWN,
      status: 'uncited',
      reason: 'It cites nothing.',
      supported: false,
      checks: [],
    };
    if (collect) statements.push(statement);
    return { index, statement, checks: [] };
  }

  function bytesOf(text: string): number {
    return isAscii ? text.length : utf8Length(text, 0, text.length);
  }

  function step(text: string): RunStep {
    const result = { text, decided };
    decided = [];
    return result;
  }

  function verdict(): Verdict {
    if (total.statements === 0) return 'empty';
    if (total.checks === 0) return 'uncited';
    if (failed()) return 'rejected';
    const sound = counts.verified === total.checks && total.unbound === 0;
    if (sound && total.supported === total.statements) return 'verified';
    return total.kept > 0 ? 'partial' : 'rejected';
  }

  function failed(): boolean {
    return settings.uncited === 'fail' && total.uncited > 0;
  }

  return {
    accept,
    end: (tail) => {
      const clean = cleaner?.end(tail) ?? '';
      return step(annotates ? tail : clean);
    },
    report: (cleanText, degradedReasons) => ({
      verdict: verdict(),
      cleanText: failed() ? '' : cleanText,
      checks,
      statements,
      counts,
      degraded: degradedReasons.length > 0,
      degradedReasons: [...degradedReasons],
      verifiedCount: counts.verified,
      redactedCount: counts.redacted,
      unverifiedCount: counts.unverified + counts.out_of_context,
      mismatchCount: counts.fingerprint_mismatch + counts.quote_mismatch + counts.token_mismatch,
      supersededCount: counts.superseded,
      malformedCount: counts.malformed,
      uncitedCount: total.uncited,
      quotedCount: 0,
      judgedCount: 0,
      notJudgedCount: total.kept,
    }),
    failed,
  };
}

/**
 * Structure says nothing itself: it holds no critical token but names, and those have to be known to what it introduces. The
 * head of a table is always structure: its figures are judged with every row.
 */
function readStructure(
  unit: StatementUnit,
  plain: string,
  { uncited }: Judgement,
  { guard }: Judges,
): { readonly names: boolean } | null {
  if (unit.role === 'head') return { names: false };
  if (!uncited || unit.leading > 0) return null;
  if (unit.role === 'text' || unit.role === 'row' || unit.role === 'code') {
    return saysWords(plain) || plain.includes('<') ? null : { names: false };
  }
  const tokens = guard.guardStructure(plain);
  return tokens === 'support' ? null : { names: tokens === 'names' };
}

const NOTHING_KNOWN = {
  wording: 'paraphrased',
  differences: [],
  judgement: 'not_judged',
  judgedBy: null,
  because: null,
  kept: false,
} as const;

/** Until wording and judgement are told apart: what is known of a statement from its checks. */
function statusOf({ checks, uncited }: Judgement, isStructure: boolean) {
  const fault = checks.find(({ status }) => status !== 'verified');
  const status = uncited ? ('uncited' as const) : (fault?.status ?? ('verified' as const));
  const reason = uncited
    ? isStructure
      ? ''
      : 'It cites nothing.'
    : fault === undefined
      ? ''
      : `Its citation fails: ${fault.reason}.`;
  return { ...NOTHING_KNOWN, status, reason };
}

function saysWords(plain: string): boolean {
  return WORDLIKE.test(plain);
}

function render(unit: StatementUnit, { checks, places, kept }: Judgement): string {
  const stands = (check: Check, i: number) => check.status === 'verified' && places[i]?.leading !== true;
  const raw = kept?.text ?? unit.raw;
  if (checks.every(stands)) return raw;
  const markers = unit.markers.map((marker, m) => ({
    ...marker,
    start: kept?.markers[m]?.start ?? marker.start - unit.start,
    end: kept?.markers[m]?.end ?? marker.end - unit.start,
    kept: checks
      .filter((check, i) => places[i]?.marker === marker && stands(check, i))
      .map(({ claimId }) => claimId),
  }));
  return renderMarkers(raw, markers);
}

function annotate(
  unit: StatementUnit,
  { supported, uncited, checks, omitted }: Judgement,
  isStructure: boolean,
): string {
  if (omitted.length > 0) return `${unit.raw} [⚠ uncited]`;
  if (supported || isStructure) return unit.raw;
  const worst = checks.find(({ status }) => status !== 'verified')?.status;
  return `${unit.raw} [⚠ ${uncited ? 'uncited' : (worst ?? 'not carried')}]`;
}
