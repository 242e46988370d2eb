import type { TextRange } from '@memora/language/sentences';
import { createCover } from '@memora/language/text';
import { WORDLIKE } from '../statements/wordlike.ts';
import { joinerFor } from './clause-words.ts';

/**
 * How a piece of a statement is tied to what stands before it: `first` nothing stands before · `joined` by a conjunction, semicolon or dash · `colon` ·
 * `comma` · `aside` in brackets · `cell` of a table row.
 */
export type ClauseTie = 'first' | 'joined' | 'colon' | 'comma' | 'aside' | 'cell';

/** A piece of a statement that may assert by itself, in UTF-16 units of the text it was found in. */
export interface Clause extends TextRange {
  readonly tie: ClauseTie;
}

const MARKS =
  /[;；؛\r\n]|[,،](?=\s)|[，、]|\s[–—]\s|—|==|\s--?\s|[:：](?=\s|[\p{Lo}]|$)|[.!?…](?=["'”’»)*_~]*\s)|[。！？।۔؟]|[|]|(?<=[\u3040-\u30ff\u3400-\u9fff][*_~}\]]*)[\s/=>→⇒]+(?=[*_~{[]*[\u3040-\u30ff\u3400-\u9fff])/gu;
const MAY_PART =
  /[;；؛,،，、–—:：()（）[\]=\r\n|。！？।۔؟]|\s-|[.!?…]["'”’»)*_~]*\s|[\u3040-\u9fff][*_~}\]]*[\s/=>→⇒]/u;

/**
 * Cuts a statement into the pieces that may assert by themselves. Nothing is cut inside `closed`: quotations, code, links, addresses. A mark
 * between digits parts nothing, and brackets are one piece. `inner` are ends of markers: each parts what it follows from what follows it.
 */
export function readClauses(
  text: string,
  closed: readonly TextRange[],
  isRow: boolean,
  inner: readonly number[] = [],
): Clause[] {
  const joiner = joinerFor(text);
  joiner.lastIndex = 0;
  if (inner.length === 0 && !MAY_PART.test(text) && !joiner.test(text))
    return [{ start: 0, end: text.length, tie: 'first' }];
  const covers = createCover(closed);
  const isClosed = (at: number) => covers(at, at + 1);
  const asides = findAsides(text, isClosed);
  const isAside = createCover(asides);
  // `test` has moved it, and `matchAll` starts where it stands.
  joiner.lastIndex = 0;
  const cuts: { start: number; end: number; tie: ClauseTie }[] = [];
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (isClosed(index) || isAside(index, index + 1)) continue;
    if (mark === '|') {
      if (isRow) cuts.push({ start: index, end: index + 1, tie: 'cell' });
    } else cuts.push({ start: index, end: index + mark.length, tie: tieOf(mark) });
  }
  if (!isRow) {
    for (const { 0: word, index } of text.matchAll(joiner)) {
      if (isClosed(index) || isAside(index, index + 1)) continue;
      cuts.push({ start: index, end: index + word.length, tie: 'joined' });
    }
  }
  for (const at of inner) cuts.push({ start: at, end: at, tie: 'joined' });
  for (const { start, end } of asides) cuts.push({ start, end, tie: 'aside' });
  cuts.sort((a, b) => a.start - b.start);
  const clauses: Clause[] = [];
  let from = 0;
  let tie: ClauseTie = 'first';
  const take = (end: number) => {
    if (WORDLIKE.test(text.slice(from, end))) {
      clauses.push({ start: from, end, tie });
      tie = 'comma';
    }
  };
  for (const cut of cuts) {
    if (cut.start < from) continue;
    take(cut.start);
    if (cut.tie === 'aside') clauses.push({ start: cut.start, end: cut.end, tie: 'aside' });
    else if (tie !== 'joined' || cut.tie !== 'comma')
      tie = clauses.length === 0 && cut.tie !== 'cell' ? 'first' : cut.tie;
    from = cut.end;
  }
  take(text.length);
  return clauses;
}

function tieOf(mark: string): ClauseTie {
  if (/[,，、،]/u.test(mark)) return 'comma';
  return /[:：]/u.test(mark) ? 'colon' : 'joined';
}

/** Round and square brackets with words inside, outermost ones. */
function findAsides(text: string, isClosed: (at: number) => boolean): TextRange[] {
  if (!/[([（【]/u.test(text)) return [];
  const asides: TextRange[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text[i] as string;
    if (!'([（【)]）】'.includes(unit) || isClosed(i)) continue;
    if ('([（【'.includes(unit)) {
      if (depth++ === 0) start = i;
    } else if (depth > 0 && --depth === 0) asides.push({ start, end: i + 1 });
  }
  return asides;
}
