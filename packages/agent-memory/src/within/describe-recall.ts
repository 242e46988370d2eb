import { estimateTokens } from '@memora/language/text';
import { toShownLine } from '../context/screen-line.ts';
import { shortMemoryId } from '../note/memory-place.ts';
import type { Recall, RecalledMemory } from '../recall/recall.ts';

/** The data of a recalled line. */
export type RecalledLine = Pick<
  RecalledMemory,
  'memoryId' | 'claimId' | 'line' | 'since' | 'until' | 'status' | 'from' | 'saidBy' | 'isConfirmed'
>;

/** Recalled memories as text for a model. */
export interface DescribedRecall {
  /** `mem_id since text`, with an abbreviated id; no line repeats what `common` says. */
  readonly lines: readonly string[];
  /** What most lines have in common. Empty if there are no lines. */
  readonly common: string;
  /** The estimated tokens of all of it; the estimate errs upwards. */
  readonly tokens: number;
}

/** Maximum number of tokens that the ids of a memory and of a claim cost, with the line end. */
const MEMORY_ID_TOKENS = 7;
const CLAIM_ID_TOKENS = 16;
/** The highest ratio of the true cost of prose to its estimate. */
const PROSE = 0.85;

/** A recall in the form that tools return. */
export interface RecallResult {
  readonly memories: readonly string[];
  readonly common?: string;
  /** If nothing matches: a note that says so, and what to do. */
  readonly note?: string;
  readonly nearest?: readonly string[];
  readonly more?: true;
}

const NOTHING = 'Nothing is remembered about this. Other words or another language may find more.';
const NEAREST =
  'Nothing is remembered in these words. `nearest` is not an answer unless it says the same in other words.';

/** A recall for a model: lines that answer, or a note that nothing matches, with the nearest lines. */
export function toRecallResult({
  items,
  nearest,
  more,
}: Pick<Recall, 'items' | 'nearest' | 'more'>): RecallResult {
  const isNothing = items.length === 0;
  const { lines, common } = describeRecall(isNothing ? nearest : items);
  return {
    memories: isNothing ? [] : lines,
    ...(isNothing ? { note: lines.length === 0 ? NOTHING : NEAREST } : {}),
    ...(isNothing && lines.length > 0 ? { nearest: lines } : {}),
    ...(lines.length === 0 ? {} : { common }),
    ...(more ? { more } : {}),
  };
}

/** Formats recalled memories as plain lines, without invisible characters and without citation markers that a line itself contains. */
export function describeRecall(items: readonly RecalledLine[]): DescribedRecall {
  if (items.length === 0) return { lines: [], common: '', tokens: 0 };
  const day = mostOf(items.map(({ since }) => since?.slice(0, 10) ?? ''));
  const author = mostOf(items.map(authorOf));
  const lines = items.map((item) => lineOnce(item, day, author));
  const common = `Unless a line says otherwise: ${day === '' ? 'undated' : `since ${day}`}, by ${author}.`;
  const cost = lines.reduce((sum, line) => sum + line.tokens, 0);
  return {
    lines: lines.map(({ id, text }) => `${id} ${text}`),
    common,
    tokens: Math.ceil(cost + estimateTokens(common)),
  };
}

interface PlainLine {
  readonly id: string;
  readonly text: string;
  readonly tokens: number;
}

interface KeptLine {
  readonly day: string;
  readonly author: string;
  readonly line: PlainLine;
}

const lineBy = new WeakMap<RecalledLine, KeptLine>();

/** A cached line: a budget is filled line by line, and the common part seldom changes. */
function lineOnce(item: RecalledLine, day: string, author: string): PlainLine {
  const known = lineBy.get(item);
  if (known?.day === day && known.author === author) return known.line;
  const line = lineOf(item, day, author);
  lineBy.set(item, { day, author, line });
  return line;
}

function lineOf(item: RecalledLine, day: string, author: string): PlainLine {
  const { memoryId, claimId, line, since, until, status } = item;
  const from = authorOf(item);
  const own = since?.slice(0, 10) ?? '';
  const last = until?.slice(0, 10) ?? '';
  const time =
    status === 'over'
      ? `was true until ${last}:`
      : status === 'coming'
        ? `from ${own}:`
        : own === day
          ? ''
          : own;
  const said = [
    ...(from === author ? [] : [`by ${from}`]),
    ...(status === 'contested' || status === 'stale' ? [status] : []),
    ...(last === '' || status === 'over' ? [] : [`until ${last}`]),
  ];
  const parts = [time, toShownLine(line), said.length === 0 ? '' : `(${said.join(', ')})`];
  const text = parts.filter((part) => part !== '').join(' ');
  const [id, idTokens] =
    memoryId === null ? [`claim:${claimId}`, CLAIM_ID_TOKENS] : [shortMemoryId(memoryId), MEMORY_ID_TOKENS];
  return { id, text, tokens: idTokens + PROSE * estimateTokens(text) };
}

/** The speaker of a line. Words that only an agent attributes to the user are shown as the agent's. */
function authorOf({ from, saidBy, isConfirmed = false }: RecalledLine): string {
  if (isConfirmed) return 'an agent, confirmed by the user';
  if (from === 'you' || from === 'user') return 'the user';
  if (saidBy === 'user') return 'the user, as an agent says';
  if (saidBy?.startsWith('tool:') === true)
    return `tool ${toShownLine(saidBy.slice('tool:'.length)) || 'unnamed'}`;
  const names: Readonly<Record<string, string>> = {
    agent: 'agents',
    note: 'a note',
    external: 'another memory',
  };
  return names[from] ?? from;
}

function mostOf(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
}
