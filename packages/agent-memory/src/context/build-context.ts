import { readKnownTexts } from '../admit/known-texts.ts';
import { slugOf } from '../note/memory-place.ts';
import type { RecalledMemory } from '../recall/recall.ts';
import { localTime } from '../session/append-daily.ts';
import { withoutDays } from './compose-prefix.ts';
import type { ContextPack, ContextRequest, ExcludedReason } from './context-pack.ts';
import type { ContextPorts } from './context-ports.ts';
import type { KeptPrefix } from './keep-prefix.ts';
import { recallSecrets } from './recall-secrets.ts';
import { renderTurn } from './render-turn.ts';
import { isOfPerson, selectItems, toEntry } from './select-items.ts';
import { toKeywords } from './to-keywords.ts';

/** What a pack knows of its session. */
export interface ContextSession {
  readonly prefix: KeptPrefix;
  /** Says which memories the model was shown: saying them again is no news. */
  readonly show: (ids: readonly string[]) => void;
  /** True for the path of a note that holds turns of this conversation. */
  readonly isOwnTurn: (path: string) => boolean;
}

/** Lines of the prefix that are memories. */
const STANDING = /^mem_[0-9a-z]+ .*$/gmu;
const DEFAULT_BUDGET = 4_000;
/** The turn part takes this share of the budget at most. */
const SHARE = 5;
/** Tokens reserved for each item. */
const RESERVED = 96;
const MOST_ITEMS = 5;
/** More are looked at than are shown, as some are left out: first a few, then more where those leave room. */
const LOOKED_AT_FIRST = 7;
const LOOKED_AT = 15;

/**
 * What a model is to be shown of the memory. The prefix is that of the session; the turn part holds what is remembered on the question, within a fifth of the
 * budget. Asks no model and writes no note; where nothing can be recalled, the turn part says the date.
 */
export async function buildContext(
  request: ContextRequest,
  session: ContextSession,
  ports: ContextPorts,
): Promise<ContextPack> {
  const { countTokens = ports.countTokens } = request;
  const prefix = await session.prefix.read();
  const share = Math.floor(Math.max(0, request.budget ?? DEFAULT_BUDGET) / SHARE);
  const query = request.query ?? toKeywords(request.question ?? '');
  const room = Math.min(MOST_ITEMS, Math.floor(share / RESERVED));
  const isAsked = query.trim() !== '' && (await ports.memory.revision()) !== null;
  const isLoopback = request.model === 'loopback';
  const isOpen = ({ band }: RecalledMemory) => isLoopback || band !== 'secret';
  // What stands for every question is told again where it answers this one: there it can be cited.
  const others = prefix.text.replace(STANDING, '');
  const shown = lazily(() => saying(others));
  // An agent's note of a day may quote a memory or a person: it is no reason to leave out what can be cited.
  const shownBesideDays = lazily(() => saying(withoutDays(others)));
  const isShown = (line: string, item: RecalledMemory) =>
    (item.memoryId !== null || isOfPerson(item) ? shownBesideDays : shown)()(line);
  const isFit = isAsked ? await readFit(request.query ?? request.question ?? '', ports) : () => false;
  const choose = (from: readonly RecalledMemory[]) =>
    selectItems(
      // What notes and conversations say, and what is secret, was found by words of its own.
      from.filter(
        (item) => isOpen(item) && (item.memoryId === null || item.band === 'secret' || isFit(item)),
      ),
      { room, isShown, isOwnTurn: session.isOwnTurn },
    );
  const secrets = isAsked ? await recallSecrets(query, isLoopback, ports) : [];
  let found = isAsked ? await recallFor(query, LOOKED_AT_FIRST, request, ports) : { items: [], more: false };
  let chosen = choose([...found.items, ...secrets]);
  if (found.more && chosen.items.length < room) {
    found = await recallFor(query, LOOKED_AT, request, ports);
    chosen = choose([...found.items, ...secrets]);
  }
  const related = await relatedOf(chosen.items, ports);
  const { day } = localTime(ports.now(), ports.timeZone);
  const items = [...chosen.items];
  const dropped: RecalledMemory[] = [];
  let turn = renderTurn({ day, items, related });
  // The reserve is more than nearly every line costs: what is dearer gives way.
  while (countTokens(turn) > share && items.length > 0) {
    dropped.unshift(...items.splice(-1));
    turn = renderTurn({ day, items, related });
  }
  if (countTokens(turn) > share) turn = '';
  session.show(items.map(({ memoryId, claimId }) => memoryId ?? claimId));
  const leave = (reason: ExcludedReason) => (item: RecalledMemory) => ({ ...toEntry(item), reason });
  return {
    prefix: prefix.text,
    turn,
    tokens: { prefix: countTokens(prefix.text), turn: turn === '' ? 0 : countTokens(turn) },
    included: [...prefix.included, ...items.map(toEntry)],
    excluded: [
      ...prefix.excluded,
      ...chosen.excluded,
      ...dropped.map(leave('budget')),
      ...[...found.items, ...secrets].filter((item) => !isOpen(item)).map(leave('band')),
      ...(isAsked ? await heldOn(query, ports) : []),
    ],
  };
}

/** What is remembered on a question, the best first, and whether there may be more. */
async function recallFor(
  query: string,
  limit: number,
  { signal }: ContextRequest,
  ports: ContextPorts,
): Promise<{ readonly items: readonly RecalledMemory[]; readonly more: boolean }> {
  const abort = signal === undefined ? {} : { signal };
  const { items, more } = await ports.recall(query, { limit, external: false, ...abort });
  return { items, more: more || items.length >= limit };
}

/** Tells whether a text says a line. */
function saying(text: string): (line: string) => boolean {
  const known = lazily(() => readKnownTexts([text]));
  return (line) => text.includes(line) || known().says(line);
}

/** A memory that fits a prompt less has nothing to do with it. Lower than what a recall asks for: nobody asks again in other words here. */
const FLOOR = 0.2;

/**
 * Tells which memories have to do with the question; what stands against one of them has, too. Of more memories than are held at once it is not known, and taken for
 * true.
 */
async function readFit(
  question: string,
  { pool }: ContextPorts,
): Promise<(item: Pick<RecalledMemory, 'memoryId' | 'status'>) => boolean> {
  const all = await pool.all();
  if (all === null) return () => true;
  const scores = all.score(question);
  const isAnyFit = scores.some(({ score }) => score >= FLOOR);
  const unfit = new Set(
    all.memories.flatMap(({ shown }, i) => ((scores[i]?.score ?? 0) >= FLOOR ? [] : [shown.note.id])),
  );
  return ({ memoryId, status }) => isAnyFit && (status === 'contested' || !unfit.has(memoryId ?? ''));
}

async function relatedOf(items: readonly RecalledMemory[], { memory }: ContextPorts) {
  const ids = items.map(({ claimId }) => claimId);
  return ids.length === 0 ? [] : memory.related(ids, ['contradicts', 'supersedes']);
}

/** Held memories whose names hold a word of the question. */
async function heldOn(query: string, { heldPaths }: ContextPorts): Promise<ContextPack['excluded']> {
  if (heldPaths === null) return [];
  const words = slugOf(query)
    .split('-')
    .filter((word) => word.length > 2);
  return (await heldPaths())
    .filter(({ path }) => words.some((word) => path.includes(word)))
    .slice(0, LOOKED_AT)
    .map(({ id }) => ({ id, part: 'turn', what: 'memory', trust: null, reason: 'held' }));
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
