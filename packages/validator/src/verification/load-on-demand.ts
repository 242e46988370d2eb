import type * as holding from '../checks/statement-holder.ts';
import type { StatementHolder } from '../checks/statement-holder.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import type * as cleaning from './clean-text.ts';

/** Code that a page loads later, with the first statement that needs it. */
export interface Loaded {
  /** Present once `load` was called with any statement. */
  readonly createTextCleaner: typeof cleaning.createTextCleaner;
  /** Present once a statement cites something intact. */
  readonly holder: StatementHolder;
}

/** Loads the code for statements. Rejects as `import()` does if the code is unavailable. */
interface Loader extends Loaded {
  readonly load: (
    units: readonly StatementUnit[],
    evidenceById: ReadonlyMap<string, Evidence>,
  ) => Promise<void>;
}

/** Creates a loader for one answer. */
export function createLoader(): Loader {
  let holder: typeof holding | undefined;
  const loader: { -readonly [K in keyof Loader]: Loader[K] } = {
    // Missing code is a bug in this file: it must throw, and never accept a statement.
    createTextCleaner: undefined as never,
    holder: undefined as never,
    load: async (units, evidenceById) => {
      if (!loader.createTextCleaner && units.length > 0)
        ({ createTextCleaner: loader.createTextCleaner } = await import('./clean-text.ts'));
      if (holder === undefined && [...evidenceById.values()].some(({ state }) => state === 'intact')) {
        holder = await import('../checks/statement-holder.ts');
        loader.holder = holder;
      }
      // For most texts, the words that are already loaded are enough.
      const words = holder?.loadWords(units, evidenceById);
      if (words) await words;
    },
  };
  return loader;
}
