import { join } from 'node:path';
import type { Memory } from '@memora/engine';
import { openVault } from '@memora/vault';
import { createAnswerShelf, type KeptAnswer } from '../ask/create-answer-shelf.ts';
import { codeOf } from '../http/code-of.ts';
import { createApp } from '../http/create-app.ts';
import type { PageDocument } from '../http/page-document.ts';
import { createEventHub } from '../live/create-event-hub.ts';
import { followIndex } from '../live/follow-index.ts';
import { repeat } from '../live/repeat.ts';
import { stampOf } from '../live/stamp-of.ts';
import { createSettling } from '../today/create-settling.ts';
import type { House } from './house.ts';
import type { Room } from './room.ts';

/** How often the files of cited notes are checked; each check is one `stat` of a file. */
const LOOK_MS = 400;

/** The dependencies of a room. */
interface RoomPorts {
  readonly path: string;
  readonly house: House;
  readonly page: PageDocument;
  readonly undoMs: number;
  readonly problem: (error: unknown) => void;
  /** The answers that the previous room followed. */
  readonly answers?: readonly KeptAnswer[];
}

/** Opens the page of a vault: indexes it, follows its notes, and answers requests. */
export async function openRoom(
  memory: Memory,
  { path, house, page, undoMs, problem: report, answers = [] }: RoomPorts,
): Promise<Room> {
  const stop = new AbortController();
  const problem = (error: unknown) => {
    if (!stop.signal.aborted) report(error);
  };
  const events = createEventHub();
  const shelf = createAnswerShelf(memory);
  for (const each of answers) shelf.keep(each);
  const vault = await openVault(memory.vault, {
    config: { exclude: memory.settings.config.indexing.exclude },
  });
  const index = followIndex(memory, { events, problem, signal: stop.signal });
  const settling = createSettling({
    waitMs: undoMs,
    tell: (outcome) => events.tell({ type: 'settled', data: outcome }),
    codeOf,
  });
  const { ready, reading } = index;
  const studio = { path, memory, vault, shelf, events, settling, house, problem, ready, reading };
  const app = createApp(studio, path, page, stop.signal);

  const logs = ['egress.jsonl', 'calls.jsonl'].map((name) => join(memory.vault, '.memora', name));
  let activity: string | null = null;
  const looking = repeat(
    LOOK_MS,
    stop.signal,
    async () => {
      const changes = await shelf.check();
      if (changes.length > 0) events.tell({ type: 'sources', data: changes });
      const stamp = (await Promise.all(logs.map(stampOf))).join();
      if (activity !== null && activity !== stamp) events.tell({ type: 'activity', data: {} });
      activity = stamp;
    },
    problem,
  );
  let closing: Promise<void> | null = null;
  return {
    folder: memory.vault,
    fetch: (request) => app.fetch(request),
    answers: shelf.answers,
    close: () => {
      stop.abort();
      closing ??= Promise.all([looking, index.done, settling.flush()]).then(() => undefined);
      return closing;
    },
  };
}
