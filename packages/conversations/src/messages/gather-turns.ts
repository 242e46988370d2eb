import type { NewTurn } from '@memora/vault';
import type { ConversationFormat } from '../conversation.ts';

/** The messages of one session, or all messages that name no session. */
interface Gathered {
  readonly session: string;
  readonly source: ConversationFormat;
  readonly turns: readonly NewTurn[];
}

/** A session that was skipped because it exceeds the limit. */
interface TooLarge {
  readonly session: string;
  readonly fault: 'too-large';
}

/** Turns that arrive line by line, grouped by their session. */
export interface GatheredTurns {
  /** Adds turns. If the limit is exceeded, the largest session is dropped. */
  readonly add: (session: string, source: ConversationFormat, turns: readonly NewTurn[]) => void;
  readonly all: () => Iterable<Gathered | TooLarge>;
}

/**
 * `mostBytes` limits all sessions together: a file of lines may be of any size, and only its end shows that a session is complete. Text is held as UTF-16, two
 * bytes a unit, and each turn takes {@link TURN} bytes more.
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

/** Approximate bytes of a turn besides its text. */
const TURN = 100;
