import type * as guardModule from '../checks/guard-statement.ts';
import type { StatementJudges } from '../checks/statement-judges.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import { mayQuote } from '../statements/find-quotes.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import type { createTextCleaner } from './clean-text.ts';

/** What judges statements, and what writes the clean text of their answer. */
export interface Judges extends StatementJudges {
  /** There once `load` was called with any statement. */
  readonly createTextCleaner: typeof createTextCleaner;
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
  let loadWords: typeof guardModule.loadWords | undefined;
  const loader: { -readonly [K in keyof JudgeLoader]: JudgeLoader[K] } = {
    // A missing judge is a fault of this file: it must throw, and never let a statement pass.
    checkQuotes: undefined as never,
    createTextCleaner: undefined as never,
    guard: undefined as never,
    load: async (units, evidenceById) => {
      if (!loader.createTextCleaner && units.length > 0)
        loader.createTextCleaner = (await import('./clean-text.ts')).createTextCleaner;
      if (!loader.checkQuotes && units.some(needsAligner))
        ({ checkQuotes: loader.checkQuotes, loadWords } = await import('../checks/check-quotes.ts'));
      if (!loader.guard && units.some((unit) => needsGuard(unit, guard !== 'off')))
        ({ loadWords } = loader.guard = await import('../checks/guard-statement.ts'));
      // Most texts need no words beyond those that came with their judge.
      const words = loadWords?.(units, evidenceById);
      if (words) await words;
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
