import { type CheckedStatement, checkStatement } from '../checks/check-statement.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import type { Opinions } from '../judging/judge-statements.ts';
import { plainText } from '../statements/render-markers.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import type { Loaded } from './load-on-demand.ts';

/** Checks the statements of an answer in order, and lets others work in between. */
export interface StatementChecker {
  readonly check: (
    units: readonly StatementUnit[],
    evidenceById: ReadonlyMap<string, Evidence>,
  ) => Promise<CheckedStatement[]>;
}

/** Longest stretch of work, in milliseconds, before others get a turn. */
const TURN = 12;

/** Makes a checker for one answer: rows are checked with the head of their table, wherever the answer is cut. */
export function createStatementChecker(settings: VerificationSettings, loaded: Loaded): StatementChecker {
  let table: { readonly group: number; readonly head: string } | null = null;
  let began = performance.now();
  /** What was read, and whether with its figures. */
  const prepared = new WeakMap<Evidence, boolean>();

  const isLong = () => performance.now() - began > TURN;

  /** Lets others work. */
  async function giveWay(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    settings.signal?.throwIfAborted();
    began = performance.now();
  }

  return {
    check: async (units, evidenceById) => {
      const checked: CheckedStatement[] = [];
      for (const unit of units) {
        const plain = plainText(unit.raw, unit.start, unit.markers);
        const head = unit.role === 'row' && table?.group === unit.group ? table.head : null;
        for (const { ids } of unit.markers)
          for (const { claimId } of ids) {
            const evidence = evidenceById.get(claimId);
            if (evidence?.state !== 'intact' || prepared.get(evidence) === true) continue;
            const withFigures = head !== null || loaded.holder.hasFigures(plain);
            if (prepared.get(evidence) === withFigures) continue;
            prepared.set(evidence, withFigures);
            for (const _ of loaded.holder.prepare(evidence, withFigures)) if (isLong()) await giveWay();
          }
        if (isLong()) await giveWay();
        if (unit.role === 'head') table = { group: unit.group, head: plain };
        checked.push(checkStatement(unit, plain, head, evidenceById, settings, loaded.holder));
      }
      return checked;
    },
  };
}

/** Asks the judge, where one is set, about all statements at once. Its code is loaded with its first question. */
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

/** What a report says of statements that the judge left unjudged. */
export function unjudgedReasons(count = 0): readonly string[] {
  return count === 0
    ? []
    : [`the judge could not say anything about ${count} of the statements it was asked about`];
}
