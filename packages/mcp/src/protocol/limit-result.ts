import { estimateTokens } from '@memora/language/text';
import { ServerError } from './server-error.ts';

/** The largest estimated cost of a result; a model then pays at most 8,000 tokens. */
const MAX_ESTIMATED_TOKENS = 6_100;
/** The largest cost of everything except the paged part, so that each page has room. */
const MAX_REST = 4_000;
const SHORTEST_CLIPPED = 80;

type Output = Record<string, unknown>;

/**
 * Limits a tool's output to the budget: the list or text named `paged` from the cursor on, as much of it as fits, and `next_cursor` if there is more. Other
 * long values are clipped, and `clipped` names them. Throws `INPUT_INVALID` for an invalid cursor.
 */
export function limitResult(output: Output, paged: string | undefined, cursor: string | undefined): Output {
  const from = readCursor(cursor);
  if (from === 0 && costOf(output) <= MAX_ESTIMATED_TOKENS) return output;
  const page = paged === undefined ? undefined : output[paged];
  const hasPages = paged !== undefined && (Array.isArray(page) || typeof page === 'string');
  const rest = Object.fromEntries(Object.entries(output).filter(([name]) => !hasPages || name !== paged));
  const limited = clip(rest, hasPages ? MAX_REST : MAX_ESTIMATED_TOKENS);
  if (!hasPages) return limited;
  const budget = MAX_ESTIMATED_TOKENS - costOf(limited) - 60;
  const { taken, next } = Array.isArray(page) ? takeItems(page, from, budget) : takeText(page, from, budget);
  return {
    ...limited,
    [paged]: taken,
    ...(Array.isArray(page) ? { total: page.length } : {}),
    ...(next === null ? {} : { next_cursor: String(next) }),
  };
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new ServerError('cursor is not valid', {
    code: 'INPUT_INVALID',
    hint: 'Pass the next_cursor of the previous result, or leave it out.',
  });
}

function takeItems(items: readonly unknown[], from: number, budget: number) {
  const taken: unknown[] = [];
  let left = budget;
  let at = from;
  for (; at < items.length; at++) {
    const item = items[at];
    const cost = costOf(item) + 1;
    if (cost > left && taken.length > 0) break;
    // An item that fills a page by itself is clipped to one page.
    taken.push(cost > budget && isObject(item) ? clip(item, budget) : item);
    left -= cost;
  }
  return { taken, next: at < items.length ? at : null };
}

/** Whole lines, as many as fit; a line that fills a page by itself is cut. */
function takeText(text: string, from: number, budget: number) {
  let at = Math.min(from, text.length);
  let left = budget;
  const start = at;
  while (at < text.length) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const cost = costOf(text.slice(at, end));
    if (cost > left) {
      if (at === start) at = cutWithin(text, at, budget);
      break;
    }
    left -= cost;
    at = end;
  }
  return { taken: text.slice(start, at), next: at < text.length ? at : null };
}

function cutWithin(text: string, from: number, budget: number): number {
  let length = Math.min(text.length - from, budget * 4);
  while (length > 1 && costOf(text.slice(from, from + length)) > budget) length = Math.floor(length * 0.8);
  const end = from + Math.max(1, length);
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && end - from > 1 ? end - 1 : end;
}

/** Shortens the longest texts and lists until the value fits, and returns what it shortened. */
function clip(value: Output, budget: number): Output {
  const copy = structuredClone(value);
  const clipped = new Set<string>();
  for (let rounds = 0; rounds < 200 && costOf(copy) > budget; rounds++) {
    const longest = findLongest(copy);
    if (longest === null) break;
    const { holder, key, name } = longest;
    const found = holder[key];
    holder[key] = Array.isArray(found)
      ? found.slice(0, Math.floor(found.length / 2))
      : `${String(found)
          .slice(0, Math.floor(String(found).length / 2))
          .replace(/[\uD800-\uDBFF]$/, '')}…`;
    clipped.add(name);
  }
  return clipped.size === 0 ? copy : { ...copy, clipped: [...clipped].sort() };
}

interface Found {
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
  readonly name: string;
  readonly cost: number;
}

function findLongest(value: unknown, name = ''): Found | null {
  if (!isObject(value) && !Array.isArray(value)) return null;
  let longest: Found | null = null;
  for (const [key, each] of Object.entries(value)) {
    const inner = Array.isArray(value) ? name : key;
    const isLong =
      (typeof each === 'string' && each.length > SHORTEST_CLIPPED) ||
      (Array.isArray(each) && each.length > 1);
    const here = isLong
      ? { holder: value as Record<string, unknown>, key, name: inner, cost: costOf(each) }
      : null;
    for (const found of [here, findLongest(each, inner)]) {
      if (found !== null && (longest === null || found.cost > longest.cost)) longest = found;
    }
  }
  return longest;
}

function isObject(value: unknown): value is Output {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function costOf(value: unknown): number {
  return estimateTokens(JSON.stringify(value) ?? '');
}
