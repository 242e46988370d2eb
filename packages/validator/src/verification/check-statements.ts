import { type CheckedStatement, checkStatement } from '../checks/check-statement.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import type { Opinions } from '../judging/judge-statements.ts';
import { createLinesAbove, type LineAbove } from '../statements/blocks/lines-above.ts';
import { countJoined, joinUnits } from '../statements/join-units.ts';
import { plainText } from '../statements/render-markers.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import type { Loaded } from './load-on-demand.ts';

/** Checks the statements of an answer in order, and lets other tasks run in between. */
interface StatementChecker {
  readonly check: (
    units: readonly StatementUnit[],
    evidenceById: ReadonlyMap<string, Evidence>,
    /** False if more text may follow: the possible beginning of a sentence is checked with the rest of it. */
    isEnd: boolean,
  ) => Promise<CheckedStatement[]>;
}

/** Longest uninterrupted work in milliseconds, before other tasks get a turn. */
const TURN = 12;

/**
 * Creates a checker for one answer. Rows are checked with the head of their table, however the answer is
 * divided.
 */
export function createStatementChecker(settings: VerificationSettings, loaded: Loaded): StatementChecker {
  let table: { readonly group: number; readonly head: string } | null = null;
  let began = performance.now();
  /** The evidence that was read, and whether its figures were read. */
  const prepared = new WeakMap<Evidence, boolean>();

  let waiting: readonly StatementUnit[] = [];
  const linesAbove = createLinesAbove(settings.uncited === 'keep');
  /** Under `strip`: the lines that introduce something that stays. */
  const introducing = new Set<StatementUnit>();

  /**
   * Checks a statement below the lines that introduce it. Where only proven words stay, a line that the note
   * does not have is removed, unless it introduces earlier ones.
   */
  function check(
    unit: StatementUnit,
    plain: string,
    head: string | null,
    evidenceById: ReadonlyMap<string, Evidence>,
  ): CheckedStatement {
    const all = linesAbove(unit, plain);
    const under = (above: readonly LineAbove[]) =>
      checkStatement(unit, plain, head, above, evidenceById, settings, loaded.holder);
    const checked = under(all);
    if (settings.policy !== 'strip') return checked;
    if (checked.lineAbove !== '') return under(all.filter((line) => introducing.has(line.unit)));
    if (checked.wording === 'quoted') for (const line of all) introducing.add(line.unit);
    return checked;
  }

  const isLong = () => performance.now() - began > TURN;

  /** Lets others work. */
  async function giveWay(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    settings.signal?.throwIfAborted();
    began = performance.now();
  }

  /** Reads the cited text of a statement, in steps. */
  async function prepare(
    { markers }: StatementUnit,
    evidenceById: ReadonlyMap<string, Evidence>,
    hasFigures: () => boolean,
  ): Promise<void> {
    for (const { ids } of markers)
      for (const { claimId } of ids) {
        const evidence = evidenceById.get(claimId);
        if (evidence?.state !== 'intact' || prepared.get(evidence) === true) continue;
        const withFigures = hasFigures();
        if (prepared.get(evidence) === withFigures) continue;
        prepared.set(evidence, withFigures);
        for (const _ of loaded.holder.prepare(evidence, withFigures)) if (isLong()) await giveWay();
      }
    if (isLong()) await giveWay();
  }

  /** One sentence of a note is one statement, even if a part of it looks like a sentence end. */
  async function checkJoined(
    units: readonly StatementUnit[],
    evidenceById: ReadonlyMap<string, Evidence>,
  ): Promise<CheckedStatement | null> {
    const { holder } = loaded;
    const last = units.at(-1) as StatementUnit;
    await prepare(last, evidenceById, () => false);
    const joined = joinUnits(units);
    const plain = plainText(joined.raw, joined.start, joined.markers);
    const end = plainText(last.raw, last.start, last.markers);
    const isSentence = last.markers.some(({ ids }) =>
      ids.some(({ claimId, quote }) => {
        const evidence = evidenceById.get(claimId);
        const place = evidence?.state === 'intact' ? holder.place(evidence, quote) : null;
        return place !== null && !('absent' in place) && holder.endsInSentence(plain, end, place);
      }),
    );
    if (!isSentence) return null;
    const checked = check(joined, plain, null, evidenceById);
    const isWhole = checked.wording === 'quoted' || checked.lineAbove !== '';
    return checked.status === 'verified' && isWhole ? checked : null;
  }

  return {
    check: async (more, evidenceById, isEnd) => {
      const checked: CheckedStatement[] = [];
      const units = [...waiting, ...more];
      waiting = [];
      for (let i = 0; i < units.length; i++) {
        const unit = units[i] as StatementUnit;
        // A unit that may stay uncited is not held back.
        const count = settings.uncited === 'keep' ? 1 : countJoined(units, i, isEnd);
        if (count === null) {
          waiting = units.slice(i);
          break;
        }
        const joined = count === 1 ? null : await checkJoined(units.slice(i, i + count), evidenceById);
        if (joined !== null) {
          checked.push(joined);
          i += count - 1;
          continue;
        }
        const plain = plainText(unit.raw, unit.start, unit.markers);
        const head = unit.role === 'row' && table?.group === unit.group ? table.head : null;
        await prepare(unit, evidenceById, () => head !== null || loaded.holder.hasFigures(plain));
        if (unit.role === 'head') table = { group: unit.group, head: plain };
        checked.push(check(unit, plain, head, evidenceById));
      }
      return checked;
    },
  };
}

/** Calls the judge, if there is one, for all statements at once. Its code is loaded on first use. */
export async function askJudge(
  statements: readonly CheckedStatement[],
  settings: VerificationSettings,
): Promise<Opinions> {
  const { judge } = settings;
  const isAsked = statements.some(({ status, wording }) => status === 'verified' && wording !== 'quoted');
  if (judge === null || !isAsked) return NOBODY_ASKED;
  const { judgeStatements } = await import('../judging/judge-statements.ts');
  return judgeStatements(statements, { ...settings, judge });
}

const NOBODY_ASKED: Opinions = { of: () => null, unjudged: 0 };

/** The degraded reasons for statements that the judge left unjudged. */
export function unjudgedReasons(count = 0): readonly string[] {
  return count === 0
    ? []
    : [`the judge gave no verdict that can be read on ${count} of the statements it was asked about`];
}
