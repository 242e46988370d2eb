import { join } from 'node:path';
import type { Answer, Memory } from '@memora/engine';
import { stampOf } from '../live/stamp-of.ts';
import type { AnswerView, SourceChange } from './answer-view.ts';
import { type CitedPlace, type LocatedSource, locateSource } from './locate-source.ts';

/** Maximum number of answers that are followed; the oldest is dropped. */
const MOST_KEPT = 40;

/** An answer with its cited places. */
export interface KeptAnswer {
  readonly view: AnswerView;
  /** The places by source number. */
  readonly places: ReadonlyMap<number, CitedPlace>;
  /** The text of the answer, for follow-up questions. */
  readonly said: string;
  /** True if the person asked for secret notes too, on their own screen. */
  readonly reveal: boolean;
  /** The checks of the answer, for a receipt. */
  readonly report: Answer['report'];
}

/** The answers that pages show, compared with the notes as they change. */
export interface AnswerShelf {
  readonly keep: (answer: KeptAnswer) => void;
  readonly find: (id: string) => KeptAnswer | null;
  /** All answers, the oldest first. */
  readonly answers: () => readonly KeptAnswer[];
  /** Checks the files of all cited notes and returns the sources whose state changed. */
  readonly check: () => Promise<readonly SourceChange[]>;
}

interface Followed extends KeptAnswer {
  readonly told: Map<number, LocatedSource>;
}

/** Makes an empty shelf for a vault. */
export function createAnswerShelf(memory: Pick<Memory, 'vault' | 'readNote' | 'settings'>): AnswerShelf {
  const answers = new Map<string, Followed>();
  const stamps = new Map<string, string>();

  const changedNotes = async (): Promise<Set<string>> => {
    const paths = new Set(
      [...answers.values()].flatMap(({ places }) => [...places.values()].map(({ path }) => path)),
    );
    const changed = new Set<string>();
    for (const path of paths) {
      const stamp = await stampOf(join(memory.vault, path));
      if (stamps.get(path) !== stamp) changed.add(path);
      stamps.set(path, stamp);
    }
    for (const path of stamps.keys()) if (!paths.has(path)) stamps.delete(path);
    return changed;
  };

  return {
    keep: (answer) => {
      answers.set(answer.view.id, { ...answer, told: new Map() });
      // Checked once more here, because a note may have changed while the answer was written.
      for (const { path } of answer.places.values()) stamps.delete(path);
      const [oldest] = answers.keys();
      if (answers.size > MOST_KEPT && oldest !== undefined) answers.delete(oldest);
    },
    find: (id) => answers.get(id) ?? null,
    answers: () => [...answers.values()],
    check: async () => {
      const notes = await changedNotes();
      if (notes.size === 0) return [];
      const changes: SourceChange[] = [];
      for (const { view, places, told, reveal } of answers.values())
        for (const [number, place] of places) {
          if (!notes.has(place.path)) continue;
          const found = await locateSource(memory, place, reveal);
          const before = told.get(number) ?? { state: 'same', now: null };
          told.set(number, found);
          if (found.state !== before.state || found.now !== before.now)
            changes.push({ answer: view.id, number, state: found.state, now: found.now });
        }
      return changes;
    },
  };
}
