import { readTimes } from '@memora/language/calendar';
import { readDateMentions } from '@memora/language/dates';
import { readNumbers, versionOf } from '@memora/language/numbers';
import type { StatementToken } from './statement-token.ts';

const UUID = /(?<![\p{L}\p{N}-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}-])/giu;
const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.\-_/+#][\p{L}\p{M}\p{N}]+)*[+#]*/gu;

/** Splits a statement into tokens; Markdown, punctuation and case are gone, values are read. */
export function tokeniseStatement(statement: string): StatementToken[] {
  const text = stripMarkdown(statement);
  const taken = readValues(text);
  if (taken.length === 0) return wordsOf(text).map(({ start, end }) => toWord(text.slice(start, end)));
  const values = [...taken];
  for (const { start, end } of wordsOf(text)) {
    if (isFree(values, start, end)) taken.push({ start, end, token: toWord(text.slice(start, end)) });
    else taken.push(...besideNumber(text, values, start, end));
  }
  return taken.sort((a, b) => a.start - b.start).map(({ token }) => token);
}

interface PlacedToken {
  readonly start: number;
  readonly end: number;
  readonly token: StatementToken;
}

/** The dates, times and numbers of a text, and what only looks like numbers, none inside another. */
function readValues(text: string): PlacedToken[] {
  const taken: PlacedToken[] = [];
  if (DIGIT.test(text)) {
    // A reference to a block: two different ones are no two values of one thing.
    for (const { index, 0: id } of text.matchAll(UUID)) {
      taken.push({ start: index, end: index + id.length, token: toWord(id) });
    }
    for (const date of readDateMentions(text)) {
      const key = text.slice(date.start, date.end).toLowerCase();
      taken.push({
        start: date.start,
        end: date.end,
        token: { kind: 'date', key, from: date.from, until: date.until },
      });
    }
    for (const { start, end, seconds, word } of readTimes(text)) {
      const minutes = seconds / 60;
      if (!word && isFree(taken, start, end))
        taken.push({ start, end, token: { kind: 'time', key: String(minutes), minutes } });
    }
  }
  for (const number of readNumbers(text)) {
    if (!isFree(taken, number.start, number.end) || isPartOfName(text, number.start, number.end)) continue;
    const version = versionOf(number);
    const key = version ?? `${number.values.join('|')}${number.unit}`;
    const token = {
      kind: 'number',
      key,
      values: number.values,
      unit: number.unit,
      ...(version !== null && { version }),
    } as const;
    taken.push({ start: number.start, end: number.end, token });
  }
  return taken;
}

/** What a compound says beside its number: `party` of "third-party", `relay-1` of "second-relay-1", `gpt` of "GPT-4". */
function besideNumber(
  text: string,
  values: readonly PlacedToken[],
  start: number,
  end: number,
): readonly PlacedToken[] {
  const inside = values.filter((value) => value.start < end && value.end > start);
  const [number] = inside;
  if (inside.length !== 1 || number?.token.kind !== 'number' || number.token.unit !== '') return [];
  return [
    { start, end: number.start },
    { start: number.end, end },
  ].flatMap(({ start: from, end: until }) =>
    from >= until
      ? []
      : wordsOf(text.slice(from, until)).map((part) => ({
          start: from + part.start,
          end: from + part.end,
          token: toWord(text.slice(from + part.start, from + part.end)),
        })),
  );
}

const DIGIT = /\d/u;

function isFree(taken: readonly PlacedToken[], start: number, end: number): boolean {
  return taken.every((other) => end <= other.start || start >= other.end);
}

function toWord(text: string): StatementToken {
  const raw = text.replaceAll('’', "'");
  return { kind: 'word', key: raw.normalize('NFKC').toLowerCase(), name: isName(raw) };
}

const MARKUP = /[[*_~`]/u;

/** The text without emphasis, code ticks and link syntax. */
export function stripMarkdown(text: string): string {
  const composed = text.normalize('NFC');
  if (!MARKUP.test(composed)) return composed.trim();
  return composed
    .replace(/!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/gu, '$1')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/(?<![\p{L}\p{N}])[*_~]{1,3}|[*~]{1,3}|_{1,3}(?![\p{L}\p{N}])|`+/gu, '')
    .trim();
}

let japanese: Intl.Segmenter | undefined;

function wordsOf(text: string): { start: number; end: number }[] {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)) {
    return [...text.matchAll(WORD)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
  }
  japanese ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return [...japanese.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ start: index, end: index + segment.length }));
}

/** A capital, a digit or a sign inside a word makes it a name or an identifier. */
function isName(raw: string): boolean {
  return /^\p{Lu}|[\p{Ll}\p{N}]\p{Lu}|\p{N}|[_/+#]/u.test(raw);
}

/** `HTTP/3`, `v1.4.2`, `K8s`: the digits belong to the name. */
function isPartOfName(text: string, start: number, end: number): boolean {
  return (
    /[\p{L}_/.#]$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    /^(?:\.\d|\p{L}*[\d_])/u.test(text.slice(end, end + 100))
  );
}
