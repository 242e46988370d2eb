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

/** The session data that a pack needs. */
interface ContextSession {
  readonly prefix: KeptPrefix;
  /** Records that the model was shown these memories. Repeating one is then not new information. */
  readonly show: (ids: readonly string[]) => void;
  /** True for the path of a note that holds turns of this conversation. */
  readonly isOwnTurn: (path: string) => boolean;
}

/** Lines of the prefix that are memories. */
const STANDING = /^mem_[0-9a-z]+ .*$/gmu;
const DEFAULT_BUDGET = 4_000;
/** The turn part takes at most this fraction of the budget: one in five. */
const SHARE = 5;
/** Tokens reserved for each item. */
const RESERVED = 96;
const MOST_ITEMS = 5;
/** More items are read than are shown, because some are left out: first a few, then more if there is room. */
const LOOKED_AT_FIRST = 7;
const LOOKED_AT = 15;

/**
 * Builds the context for a model. The prefix is that of the session. The turn part holds memories on the question, within a fifth of the budget. Calls no model
 * and writes no note. If nothing can be recalled, the turn part gives only the date.
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
  // A line of the prefix is repeated if it answers this question, because it can be cited only there.
  const others = prefix.text.replace(STANDING, '');
  const shown = lazily(() => saying(others));
  // An agent's daily note may quote a memory or a person. A citable line is not left out for that reason.
  const shownBesideDays = lazily(() => saying(withoutDays(others)));
  const isShown = (line: string, item: RecalledMemory) =>
    (item.memoryId !== null || isOfPerson(item) ? shownBesideDays : shown)()(line);
  const isFit = isAsked ? await readFit(request.query ?? request.question ?? '', ports) : () => false;
  const choose = (from: readonly RecalledMemory[]) =>
    selectItems(
      // Lines of notes and conversations, and secret ones, were found by their own words, so they are
      // relevant.
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
  // The reserve exceeds the cost of nearly every line; items that cost more are dropped.
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

/** Recalls memories for a question, the best first, and whether there may be more. */
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

/** Returns a test for whether a text contains a line. */
function saying(text: string): (line: string) => boolean {
  const known = lazily(() => readKnownTexts([text]));
  return (line) => text.includes(line) || known().says(line);
}

/** Minimum relevance of a memory to the prompt. Lower than for a recall, because nobody rephrases the question here. */
const FLOOR = 0.2;

/**
 * Returns a test for whether a memory is relevant to the question; one that contradicts a relevant memory is relevant too. If there are more memories than are
 * held at once, it always returns true.
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

/** Held memories whose names contain a word of the question. */
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
