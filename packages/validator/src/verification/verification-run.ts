import type { CheckedStatement, MarkerPlace, OpenCheck } from '../checks/check-statement.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import {
  CHECK_STATUSES,
  type Check,
  type CheckStatus,
  type Statement,
  type Verdict,
  type VerificationReport,
} from '../contract/verification-report.ts';
import type { Opinion } from '../judging/judge-statements.ts';
import { cutRanges } from '../statements/cut-ranges.ts';
import { renderMarkers } from '../statements/render-markers.ts';
import { createUtf8Counter, utf8Length } from '../statements/utf8-counter.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import type { Fate, TextCleaner } from './clean-text.ts';
import { decideStatement } from './decide-statement.ts';
import type { Loaded } from './load-on-demand.ts';

/** A decided statement with its checks. */
interface DecidedStatement {
  readonly index: number;
  readonly statement: Statement;
  readonly checks: readonly Check[];
}

/** The result for one unit: clean text, and the statements that are now decided. */
export interface RunStep {
  readonly text: string;
  readonly decided: readonly DecidedStatement[];
}

/** Decides the statements of one answer in order, and writes its clean text. */
interface VerificationRun {
  readonly accept: (checked: CheckedStatement, opinion: Opinion | null) => RunStep;
  /** Takes the text after the last unit. */
  readonly end: (tail: string) => RunStep;
  /** Returns the report; call it after `end`. `cleanText` is all the text that the steps returned. */
  readonly report: (cleanText: string, degradedReasons: readonly string[]) => VerificationReport;
  /** True once a statement without a marker has ended the whole answer (`uncited: 'fail'`). */
  readonly failed: () => boolean;
}

type Open<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Starts a run. `isAscii` says that the whole answer is ASCII, so that its bytes need no counting. With
 * `collect: false` the report has its counts but no checks and statements, so that memory stays bounded.
 */
export function createVerificationRun(
  settings: VerificationSettings,
  loaded: Loaded,
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
  const total = {
    statements: 0,
    claims: 0,
    checks: 0,
    holding: 0,
    kept: 0,
    uncited: 0,
    unbound: 0,
    quoted: 0,
    judged: 0,
    open: 0,
  };
  const annotates = settings.mode === 'annotate';
  let decided: DecidedStatement[] = [];
  let utf8 = 0;

  const accept: VerificationRun['accept'] = (given, opinion) => {
    cleaner ??= loaded.createTextCleaner();
    const checked = opinion === null ? (given.unjudged ?? given) : given;
    const { unit } = checked;
    const isStructure = saysNothing(checked);
    const entry = record(checked, opinion, isStructure);
    const clean = cleaner.accept(unit, fateOf(checked, entry, isStructure));
    if (!isStructure) decided.push(entry);
    for (const rider of recordRiders(checked, entry)) decided.push(rider);
    return step(
      annotates ? unit.gap + unit.lead + annotate(checked, entry.statement) + unit.underline : clean,
    );
  };

  function fateOf(
    checked: CheckedStatement,
    entry: { readonly statement: Open<Statement> } & Omit<DecidedStatement, 'statement'>,
    isStructure: boolean,
  ): Fate {
    const { unit, plain } = checked;
    if (isStructure) {
      return {
        kind: 'hold',
        structure: {
          text: render(checked),
          introduces: (statement) =>
            !WORDLIKE.test(plain) ||
            // An answer without citations loads nothing, because only uncited text can follow.
            ((loaded.holder as typeof loaded.holder | undefined)?.introduces(
              unit,
              plain,
              statement,
              settings,
            ) ??
              settings.uncited === 'keep'),
          decide: (stays) => {
            if (stays) entry.statement.kept = true;
            decided.push(entry);
          },
        },
      };
    }
    count(checked, entry.statement);
    if (!entry.statement.kept) return { kind: 'drop' };
    if (cleaner?.fits(unit, checked) === false) {
      entry.statement.kept = false;
      entry.statement.reason = 'The statement it belongs to was removed.';
      return { kind: 'drop' };
    }
    entry.statement.kept = true;
    total.kept++;
    const cut = checked.checks.some(
      ({ status }, i) => status !== 'verified' && checked.places[i]?.at !== undefined,
    );
    return { kind: 'keep', text: render(checked), cut, checked };
  }

  function count({ status, uncited }: CheckedStatement, { wording, judgement, kept }: Statement): void {
    total.claims++;
    if (uncited) total.uncited++;
    if (status !== 'verified') return;
    total.holding++;
    if (wording === 'quoted') total.quoted++;
    if (judgement !== 'not_judged') total.judged++;
    else if (kept && wording !== 'quoted') total.open++;
  }

  function record(checked: CheckedStatement, opinion: Opinion | null, isStructure: boolean) {
    const { unit } = checked;
    const index = total.statements++;
    const start = utf8 + bytesOf(unit.gap) + bytesOf(unit.lead);
    const countTo = isAscii ? (utf16: number) => utf16 : createUtf8Counter(unit.raw);
    const own = checked.checks;
    const indexes: number[] = [];
    for (let i = 0; i < own.length; i++) {
      const check = own[i] as OpenCheck;
      const { marker, leading, at } = checked.places[i] as MarkerPlace;
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
    const decision = decideStatement(checked, opinion, settings);
    const statement: Open<Statement> = {
      text: withoutCuts(checked).text,
      offset: { utf16: unit.start, utf8: start },
      kind: isStructure ? 'structure' : 'claim',
      ...decision,
      ...(isStructure && { kept: false, reason: 'It introduces other statements.' }),
      checks: indexes,
    };
    total.checks += own.length;
    if (collect) {
      for (const check of own) checks.push(check);
      statements.push(statement);
    }
    return { index, statement, checks: own };
  }

  /** Records the parts that were cut from a statement, as unsupported statements. */
  function recordRiders(
    { unit, cuts }: CheckedStatement,
    { statement }: { readonly statement: Statement },
  ): DecidedStatement[] {
    return cuts.map(({ start, end, reason }) => {
      const { utf16, utf8: from } = statement.offset;
      const rider: Statement = {
        text: unit.raw.slice(start, end),
        offset: { utf16: utf16 + start, utf8: from + bytesOf(unit.raw.slice(0, start)) },
        kind: 'claim',
        status: 'uncited',
        wording: 'paraphrased',
        differences: [],
        judgement: 'not_judged',
        judgedBy: null,
        because: null,
        kept: false,
        reason,
        checks: [],
      };
      const index = total.statements++;
      total.claims++;
      total.uncited++;
      if (collect) statements.push(rider);
      return { index, statement: rider, checks: [] };
    });
  }

  function bytesOf(text: string): number {
    return isAscii ? text.length : utf8Length(text, 0, text.length);
  }

  function step(text: string): RunStep {
    const result = { text: withoutInvisible(text), decided };
    decided = [];
    return result;
  }

  function verdict(): Verdict {
    if (total.statements === 0) return 'empty';
    if (total.checks === 0) return 'uncited';
    if (failed()) return 'rejected';
    const sound = counts.verified === total.checks && total.unbound === 0;
    if (sound && total.holding === total.claims) return 'verified';
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
      quotedCount: total.quoted,
      judgedCount: total.judged,
      notJudgedCount: total.open,
    }),
    failed,
  };
}

/** True for a unit without a statement: a heading or lead-in without a marker, the head of a table, marks without words. */
function saysNothing({ unit, uncited, plain }: CheckedStatement): boolean {
  if (unit.role === 'head') return true;
  if (!uncited || unit.leading > 0) return false;
  if (unit.role === 'text' || unit.role === 'row' || unit.role === 'code')
    return !WORDLIKE.test(plain) && !plain.includes('<');
  return true;
}

/** The statement without its cuts, with its markers counted from its start. */
function withoutCuts({ unit, cuts }: CheckedStatement) {
  const markers = unit.markers.map((marker) => ({
    ...marker,
    start: marker.start - unit.start,
    end: marker.end - unit.start,
  }));
  return cutRanges(unit.raw, markers, cuts);
}

/** The statement without its cuts and its invalid markers. */
function render(checked: CheckedStatement): string {
  const { unit, checks, places, cuts } = checked;
  const stands = (check: Check, i: number) => check.status === 'verified' && places[i]?.leading !== true;
  if (checks.every(stands) && cuts.length === 0) return unit.raw;
  const { text, markers } = withoutCuts(checked);
  return renderMarkers(
    text,
    markers.map((marker, at) => ({
      ...marker,
      kept: checks
        .filter((check, i) => places[i]?.marker === unit.markers[at] && stands(check, i))
        .map(({ claimId }) => claimId),
    })),
  );
}

/**
 * Invisible characters that could hide instructions: tags, controls, direction marks, fillers, zero-width
 * characters and variation selectors.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufff9-\ufffb]|(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u180b-\u180d])\p{DI}|(?<=\ufe0e|\ufe0f)(?:\ufe0e|\ufe0f)+/gu;
/** Joiners that join nothing. Those inside words and emoji are kept. */
const LOOSE_JOINER = /(?<![^\s\p{P}])[\u200c\u200d]|[\u200c\u200d](?![^\s\p{P}])/gu;

function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').replace(LOOSE_JOINER, '');
}

function annotate(
  { unit, uncited, cuts }: CheckedStatement,
  { kept, kind, status, wording, judgement }: Statement,
): string {
  if (kept && cuts.length > 0) return `${unit.raw} [⚠ uncited]`;
  if (kept || kind === 'structure') return unit.raw;
  const why = uncited
    ? 'uncited'
    : status !== 'verified'
      ? status
      : judgement === 'contradicted'
        ? judgement
        : wording;
  return `${unit.raw} [⚠ ${why}]`;
}
