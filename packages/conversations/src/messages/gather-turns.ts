import type { NewTurn } from '@memora/vault';
import type { ConversationFormat } from '../conversation.ts';

/** Messages that belong together: those of one session, or all that name none. */
interface Gathered {
  readonly session: string;
  readonly source: ConversationFormat;
  readonly turns: readonly NewTurn[];
}

/** A session of lines that was passed over, because it holds more than may be held. */
interface TooLarge {
  readonly session: string;
  readonly fault: 'too-large';
}

/** Turns that come line by line, put together by the session that each belongs to. */
export interface GatheredTurns {
  /** Where it leads to more than may be held, the session that holds most is let go. */
  readonly add: (session: string, source: ConversationFormat, turns: readonly NewTurn[]) => void;
  readonly all: () => Iterable<Gathered | TooLarge>;
}

/**
 * `mostBytes` counts what all sessions hold together: a file of lines may be of any size, and which session goes on in its last line is known at its end
 * alone. Text is held as UTF-16, two bytes a unit, and each turn takes as much as {@link TURN} besides.
 */
export function gatherTurns(mostBytes: number): GatheredTurns {
  const bySession = new Map<string, { source: ConversationFormat; turns: NewTurn[]; size: number }>();
  const tooLarge = new Set<string>();
  let held = 0;
  const letLargestGo = (): void => {
    const [largest] = [...bySession].toSorted(([, a], [, b]) => b.size - a.size);
    if (largest === undefined) return;
    const [session, { size }] = largest;
    bySession.delete(session);
    tooLarge.add(session);
    held -= size;
  };
  return {
    add: (session, source, turns) => {
      if (tooLarge.has(session)) return;
      const known = bySession.get(session) ?? { source, turns: [], size: 0 };
      bySession.set(session, known);
      for (const turn of turns) {
        const size = 2 * turn.text.length + TURN;
        known.turns.push(turn);
        known.size += size;
        held += size;
      }
      while (held > mostBytes) letLargestGo();
    },
    *all() {
      for (const [session, { source, turns }] of bySession) yield { session, source, turns };
      for (const session of tooLarge) yield { session, fault: 'too-large' };
    },
  };
}

/** What a turn takes besides its text, about. */
const TURN = 100;
