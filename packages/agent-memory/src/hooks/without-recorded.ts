import { type MessageLike, sealTurn, toTurnKey, toTurns } from '@memora/conversations';
import { parseNote, readTurns } from '@memora/vault';
import type { AgentMemory } from '../agent-memory.ts';

/** Maximum number of conversation notes that are searched, the newest first. */
const MOST_NOTES = 200;
const DAY = /\/(\d{4}-\d{2}-\d{2})-[^/]*\.md$/u;
/** The further notes of a conversation have a number. */
const PART = /-\d+$/u;

/**
 * Removes messages that another conversation already holds at the same time in the same words: a host that resumes a session under a new id sends the old
 * messages again, and one statement must count as evidence only once.
 */
export async function withoutRecorded(
  messages: readonly MessageLike[],
  sessionId: string,
  { memory, root }: Pick<AgentMemory, 'memory' | 'root'>,
): Promise<readonly MessageLike[]> {
  const turnsOf = messages.map((message) => toTurns([message]));
  const times = new Set(turnsOf.flat().flatMap(({ at }) => at ?? []));
  const first = [...times].sort()[0];
  const said = new Set(
    turnsOf
      .flat()
      .flatMap((turn) =>
        [turn, sealTurn(turn, { hidesCredentials: true })].map((each) => toTurnKey(each, TIMELESS)),
      ),
  );
  const moments = [...times].map((time) => Date.parse(time));
  if (first === undefined || (await memory.revision()) === null) return messages;
  // A note is named by the day of its first turn, or by the next day if that was recorded after midnight.
  const since = dayBefore(first);
  const others = (await memory.claims.notes({ type: 'conversation' })).filter(
    ({ path, noteId }) =>
      path.startsWith(`${root}episodic/conversations/`) &&
      noteId !== sessionId &&
      noteId.replace(PART, '') !== sessionId &&
      (DAY.exec(path)?.[1] ?? '') >= since,
  );
  const recorded = new Map<string, number[]>();
  for (const { path } of others.toSorted((a, b) => (a.path < b.path ? 1 : -1)).slice(0, MOST_NOTES)) {
    const bytes = await memory.readNote(path).catch(() => null);
    if (bytes === null) continue;
    for (const turn of readTurns(parseNote(bytes, { path }))) {
      const key = toTurnKey(turn, TIMELESS);
      if (turn.at !== null && said.has(key) && isNear(turn.at, moments))
        recorded.set(key, [...(recorded.get(key) ?? []), Date.parse(turn.at)]);
    }
  }
  if (recorded.size === 0) return messages;
  return messages.filter((_, i) => {
    const turns = turnsOf[i] ?? [];
    // Credentials in the recorded turn were hidden.
    const isRecorded = turns.every((turn) =>
      [turn, sealTurn(turn, { hidesCredentials: true })].some((each) =>
        isNear(each.at ?? '', recorded.get(toTurnKey(each, TIMELESS)) ?? []),
      ),
    );
    return turns.length === 0 || !isRecorded;
  });
}

const TIMELESS = { timeless: true } as const;
/** A prompt is recorded when it is sent; the host writes it to its file within this many milliseconds. */
const SAME_MOMENT_MS = 3_000;

function isNear(time: string, moments: readonly number[]): boolean {
  const at = Date.parse(time);
  return moments.some((each) => Math.abs(each - at) <= SAME_MOMENT_MS);
}

function dayBefore(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? '' : new Date(at - 86_400_000).toISOString().slice(0, 10);
}
