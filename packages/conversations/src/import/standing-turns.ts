import { type NewTurn, parseNote, readTurns, type Vault } from '@memora/vault';
import { toTurnKey } from './to-turn-key.ts';

/** The turns of conversations that are already in notes, read once per import. */
export interface StandingTurns {
  /** Those of `turns` that are missing from the notes of the conversation at `path`, with repetitions counted. */
  readonly missing: <Each extends { readonly sealed: NewTurn }>(
    path: string,
    turns: readonly Each[],
  ) => Promise<readonly Each[]>;
  /** Records that these turns are now in the notes. */
  readonly add: (path: string, turns: readonly NewTurn[]) => void;
}

/** Maximum number of turns that are cached, some 20 MB, so that an archive that repeats a conversation does not have its notes read each time. */
const MOST = 200_000;

export function createStandingTurns(vault: Vault, most = MOST): StandingTurns {
  /** How often each turn is in the notes of a conversation; the most recently used path is last. */
  const countsByPath = new Map<string, Map<string, number>>();
  let known = 0;
  const keep = (path: string, counts: Map<string, number>): void => {
    countsByPath.set(path, counts);
    known += counts.size;
    for (const [oldest, each] of countsByPath) {
      if (known <= most || oldest === path) return;
      countsByPath.delete(oldest);
      known -= each.size;
    }
  };
  const take = (path: string): Map<string, number> | undefined => {
    const counts = countsByPath.get(path);
    known -= counts?.size ?? 0;
    countsByPath.delete(path);
    return counts;
  };
  return {
    missing: async (path, turns) => {
      const counts = take(path) ?? (await readCounts(vault, path));
      keep(path, counts);
      if (counts.size === 0) return turns;
      const met = new Map<string, number>();
      return turns.filter(({ sealed }) => {
        const key = toTurnKey(sealed);
        const times = (met.get(key) ?? 0) + 1;
        met.set(key, times);
        return times > (counts.get(key) ?? 0);
      });
    },
    add: (path, turns) => {
      const counts = take(path);
      if (counts === undefined) return;
      for (const turn of turns) addOne(counts, toTurnKey(turn));
      keep(path, counts);
    },
  };
}

async function readCounts(vault: Vault, path: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let number = 1; ; number++) {
    const bytes = await vault
      .readNote(number === 1 ? path : path.replace(/\.md$/u, `-${number}.md`))
      .catch((error: unknown) => {
        if ((error as { code?: unknown }).code === 'NOTE_NOT_FOUND') return null;
        throw error;
      });
    if (bytes === null) return counts;
    for (const turn of readTurns(parseNote(bytes, { path }))) addOne(counts, toTurnKey(turn));
  }
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
