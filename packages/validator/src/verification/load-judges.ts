import type { loadWords } from '../checks/load-words.ts';
import type { StatementJudges } from '../checks/statement-judges.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import { mayQuote } from '../statements/find-quotes.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import type * as firstStatement from './first-statement.ts';

/** What judges statements, and what writes the clean text of their answer. */
export interface Judges extends StatementJudges {
  /** There once `load` was called with any statement. */
  readonly createTextCleaner: typeof firstStatement.createTextCleaner;
}

/** Judges that are loaded as statements need them. Rejects as `import()` does where their code can't be had. */
export interface JudgeLoader extends Judges {
  readonly load: (
    units: readonly StatementUnit[],
    evidenceById: ReadonlyMap<string, Evidence>,
  ) => Promise<void>;
}

/** Makes a loader for one answer. */
export function createJudgeLoader({ guard }: VerificationSettings): JudgeLoader {
  let words: typeof loadWords | undefined;
  let first: typeof firstStatement | undefined;
  /** True once the whole guard is there: it says of every statement what the one for verbatim statements says. */
  let whole = false;
  const loader: { -readonly [K in keyof JudgeLoader]: JudgeLoader[K] } = {
    // A missing judge is a fault of this file: it must throw, and never let a statement pass.
    checkQuotes: undefined as never,
    createTextCleaner: undefined as never,
    guard: undefined as never,
    load: async (units, evidenceById) => {
      if (!first && units.length > 0) {
        first = await import('./first-statement.ts');
        loader.createTextCleaner = first.createTextCleaner;
        loader.guard = first.verbatimGuard;
      }
      if (!loader.checkQuotes && units.some(needsAligner))
        ({ checkQuotes: loader.checkQuotes, loadWords: words } = await import('../checks/check-quotes.ts'));
      const compared = (unit: StatementUnit) =>
        needsGuard(unit, guard !== 'off') && first?.isWordForWord(unit, evidenceById) !== true;
      if (!whole && units.some(compared)) {
        const judge = await import('../checks/guard-statement.ts');
        [words, loader.guard, whole] = [judge.loadWords, judge, true];
      }
      // Most texts need no words beyond those that came with their judge.
      const loaded = words?.(units, evidenceById);
      if (loaded) await loaded;
    },
  };
  return loader;
}

function needsAligner({ role, markers, raw }: StatementUnit): boolean {
  return role !== 'code' && markers.length > 0 && mayQuote(raw);
}

function needsGuard({ role, markers }: StatementUnit, guarded: boolean): boolean {
  return role === 'heading' || role === 'leadin' || role === 'head' || (guarded && markers.length > 0);
}
