import type { Evidence } from '../evidence/inspect-span.ts';
import { mayQuote } from '../statements/find-quotes.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import type { createTextCleaner } from '../verification/clean-text.ts';
import type { VerificationSettings } from '../verification/verification-options.ts';
import type { checkQuotes } from './check-quotes.ts';
import type * as guardModule from './guard-statement.ts';

/**
 * What judges statements beyond the proof of their bytes: aligner and guard. They are code that a page loads behind the rest, and
 * only where a statement has something for them; what they say does not depend on when they came.
 */
export interface Judges {
  /** There once `load` was called with any statement. */
  readonly createTextCleaner: typeof createTextCleaner;
  /** There once `load` was called with a statement that may quote. */
  readonly checkQuotes: typeof checkQuotes;
  /** There once `load` was called with a statement that the guard has to look at. */
  readonly guard: typeof guardModule;
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
        loader.createTextCleaner = (await import('../verification/clean-text.ts')).createTextCleaner;
      if (!loader.checkQuotes && units.some(needsAligner))
        ({ checkQuotes: loader.checkQuotes, loadWords } = await import('./check-quotes.ts'));
      if (!loader.guard && units.some((unit) => needsGuard(unit, guard !== 'off')))
        ({ loadWords } = loader.guard = await import('./guard-statement.ts'));
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
