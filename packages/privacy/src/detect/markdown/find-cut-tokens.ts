import type { Detection, Detector } from '../create-detector.ts';
import type { TextRange } from '../merge-spans.ts';
import { readPlain } from './read-plain.ts';

/**
 * The numbers of pieces that a token is joined from, for each round. An item's number between two pieces is
 * skipped, because it is not part of their key. In the last round, such a number may end a key, so that no
 * key that ends in one stays visible.
 */
const ROUNDS = [{ count: 2 }, { count: 3 }, { count: 4 }, { count: 2, endsInNumber: true }] as const;
/** Maximum number of lines that a key is split over if a part of it looks like a word or a number. */
const MOST_LINES = 3;
/** The longest gap between two pieces of a token, in UTF-16 units. */
const LONGEST_GAP = 120;

/**
 * Finds tokens that are interrupted: by emphasis marks, the end of a line, a table bar, a link.
 * Random-looking pieces are joined, and the result is searched for tokens of a known shape. `known` are the
 * ranges that were already found, in order: text next to a complete token is not part of it. A half that
 * looks like a word counts only if nothing but a line end separates it from the other half. Throws if the
 * detector fails.
 */
export function findCutTokens(
  markdown: string,
  detector: Pick<Detector, 'detect'>,
  known: readonly TextRange[],
): readonly TextRange[] {
  const { text, written } = readPlain(markdown, { isBare: true });
  const found = text === readPlain(markdown).text ? [] : tokensIn(text, detector).map(written);
  const pieces = piecesOf(text);
  const isKnown = meetsIn(known);
  const starts = pieces.flatMap((piece, i) => {
    const mayBegin = piece.turns > 0 || pieces[i + 1]?.isNextLine === true;
    return mayBegin && !isKnown(written(piece)) ? [i] : [];
  });
  const isTaken = new Set<number>();
  for (const round of ROUNDS) {
    const chains = starts.map((first) => chainOf(pieces, first, round)).filter((chain) => chain !== null);
    for (const chain of findInChains(chains, detector)) {
      if (chain.some(({ start }) => isTaken.has(start))) continue;
      for (const { start } of chain) isTaken.add(start);
      found.push(...rangesOf(chain, text).map(written));
    }
  }
  return found;
}

interface Piece extends TextRange {
  readonly text: string;
  /** How random its characters look: 0 for a word, 1 for a possible name such as `ed25519`. */
  readonly turns: number;
  /** True if it is the first of a line, and the previous piece is the last of the line above. */
  readonly isNextLine: boolean;
  /** True if it is the number of an item: `12.` or `12)` at the beginning of a line with more text. */
  readonly isNumber: boolean;
}

/** The words of a text, plain and random ones. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = -1;
  for (let at = 0; at <= text.length; at++) {
    const isInside = kindOf(text[at]) !== '' || INSIDE.has(text[at] ?? '');
    if (isInside && from === -1) from = at;
    if (isInside || from === -1) continue;
    let to = at;
    while (from < to && EDGES.has(text[from] ?? '')) from++;
    while (to > from && EDGES.has(text[to - 1] ?? '')) to--;
    const own = text.slice(from, to);
    const isNextLine = pieces.length > 0 && text.slice(pieces.at(-1)?.end, from).includes('\n');
    if (own !== '')
      pieces.push({ text: own, start: from, end: to, turns: turnsIn(own), isNextLine, isNumber: false });
    from = -1;
  }
  return pieces.map((piece, i) => {
    const goesOn = pieces[i + 1]?.isNextLine === false;
    return { ...piece, isNumber: piece.isNextLine && goesOn && isItemNumber(piece, text) };
  });
}

/** Characters that may surround a word or be part of it. */
const EDGES: ReadonlySet<string> = new Set('_-:/+=');
const INSIDE: ReadonlySet<string> = new Set([...EDGES, '.']);

function kindOf(sign = ''): '0' | 'a' | 'A' | '' {
  if (sign >= '0' && sign <= '9') return '0';
  if (sign >= 'a' && sign <= 'z') return 'a';
  return sign >= 'A' && sign <= 'Z' ? 'A' : '';
}

function isItemNumber({ text: word, end }: TextRange & { readonly text: string }, text: string): boolean {
  const number = word.endsWith('.') ? word.slice(0, -1) : word;
  return (number !== word || text[end] === ')') && [...number].every((sign) => kindOf(sign) === '0');
}

/** The number of changes between digits and letters, and from small letters to capitals. */
function turnsIn(word: string): number {
  let [before, turns] = ['', 0];
  for (const sign of word) {
    const kind = kindOf(sign);
    if (kind === '') continue;
    if (before !== '' && before !== kind && before + kind !== 'Aa') turns++;
    before = kind;
  }
  return turns;
}

/**
 * `count` pieces, each close to the previous one, and random except for the first piece and for separate
 * lines below it; null if there are fewer.
 */
function chainOf(
  pieces: readonly Piece[],
  first: number,
  { count, endsInNumber = false }: { readonly count: number; readonly endsInNumber?: boolean },
): readonly Piece[] | null {
  const chain = pieces.slice(first, first + 1);
  for (let i = first + 1; chain.length < count; i++) {
    const piece = pieces[i];
    if (piece === undefined || piece.start - (chain.at(-1)?.end ?? 0) > LONGEST_GAP) return null;
    if (endsInNumber) return piece.isNumber ? [...chain, piece] : null;
    const isBelow = count <= MOST_LINES && piece.isNextLine && i === first + chain.length && !piece.isNumber;
    if (piece.turns > 1 || isBelow) chain.push(piece);
  }
  return chain;
}

/** The chains in which a token begins in the first piece and ends in the last. */
function findInChains(
  chains: readonly (readonly Piece[])[],
  detector: Pick<Detector, 'detect'>,
): readonly (readonly Piece[])[] {
  const lines = chains.map((chain) => chain.map(({ text }) => text).join(''));
  const tokens = tokensIn(lines.join('\n'), detector);
  let [at, i] = [0, 0];
  return chains.filter((chain, n) => {
    const [from, line] = [at, lines[n] ?? ''];
    at += line.length + 1;
    const second = from + (chain[0]?.text.length ?? 0);
    const last = from + line.length - (chain.at(-1)?.text.length ?? 0);
    while (i < tokens.length && (tokens[i]?.end ?? 0) <= from) i++;
    const token = tokens[i];
    return token !== undefined && token.start >= from && token.start < second && token.end > last;
  });
}

/** The ranges of the pieces, joined where only line syntax separates them. */
function rangesOf(chain: readonly Piece[], text: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { start, end } of chain) {
    const before = ranges.at(-1);
    const between = before === undefined ? '\n' : text.slice(before.end, start);
    if (before === undefined || between.includes('\n') || between.includes('|')) ranges.push({ start, end });
    else ranges.splice(-1, 1, { start: before.start, end });
  }
  return ranges;
}

/** The positions of a token. Among words that only happen to be adjacent, only tokens of a known shape are recognised. */
function tokensIn(text: string, detector: Pick<Detector, 'detect'>): readonly TextRange[] {
  if (text === '') return [];
  const { findings, spans, failed }: Detection = detector.detect(text);
  if (failed) throw new Error('the detector failed');
  return spans.filter(meetsIn(findings.filter(({ kind }) => kind === 'token')));
}

/** Returns a test for whether ranges, asked in order, overlap one of these sorted ranges. */
function meetsIn(ranges: readonly TextRange[]): (asked: TextRange) => boolean {
  let i = 0;
  return ({ start, end }) => {
    while (i < ranges.length && (ranges[i]?.end ?? 0) <= start) i++;
    return (ranges[i]?.start ?? end) < end;
  };
}
