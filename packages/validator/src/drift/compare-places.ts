import { fromWords, wordsOf } from '@memora/language/scripts';
import { wordSet } from '../words/lexicon.ts';
import { wordKey } from '../words/read-words.ts';
import type { AlignedPair, DriftFinding } from './aligned-pair.ts';
import { difference } from './difference.ts';
import type { DriftToken } from './read-drift-tokens.ts';
import type { Hunk } from './read-hunks.ts';

const relations = wordSet('relation', 'direction', 'contrary', 'bond');
const contrasts = fromWords(
  () => new Set([...wordsOf('relation'), ...wordsOf('contrary')].flatMap((word) => [word, wordKey(word)])),
);
const agents = wordSet('agent');

/** Two parts of a sentence that changed places: who did it to whom, what comes before what. */
export function comparePlaces(pair: AlignedPair): DriftFinding[] {
  const { said, known, hunks } = pair;
  const around = turnedAround(said, known);
  if (around !== null) return [around];
  const namesAgent = ({ key }: DriftToken) => agents().has(key);
  if (said.some(namesAgent) !== known.some(namesAgent)) return [];
  const cases = changedCases(hunks) ?? spliced(pair) ?? borrowed(pair);
  if (cases !== null) return [cases];
  for (let i = 0; i < hunks.length; i++) {
    for (let k = i + 1; k < hunks.length; k++) {
      const found =
        exchanged(pair, hunks[i] as Hunk, hunks[k] as Hunk) ?? turned(hunks[i] as Hunk, hunks[k] as Hunk);
      if (found !== null) return [found];
    }
  }
  return [];
}

/** `X over Y` for `Y over X`, whatever words X and Y are. */
function turnedAround(said: readonly DriftToken[], known: readonly DriftToken[]): DriftFinding | null {
  for (let i = 1; i + 1 < said.length; i++) {
    if (!contrasts().has(said[i]?.key ?? '')) continue;
    const [left, right] = [said[i - 1] as DriftToken, said[i + 1] as DriftToken];
    if (left.stem === right.stem) continue;
    let reversed: DriftToken | undefined;
    let same = false;
    for (let k = 1; k + 1 < known.length; k++) {
      if (known[k]?.key !== said[i]?.key) continue;
      if (known[k - 1]?.stem === left.stem || known[k + 1]?.stem === right.stem) same = true;
      if (known[k - 1]?.stem === right.stem && known[k + 1]?.stem === left.stem) reversed = known[k - 1];
    }
    if (reversed !== undefined && !same) return difference('order', left, reversed);
  }
  return null;
}

/** `Den Hund beißt der Mann` for `Der Hund beißt den Mann`: the articles tell who did it. */
function changedCases(hunks: readonly Hunk[]): DriftFinding | null {
  const changed = (from: string, to: string) =>
    hunks.find(
      ({ said, known }) =>
        said.length === 1 && known.length === 1 && said[0]?.key === to && known[0]?.key === from,
    );
  const hunk = changed('der', 'den');
  return hunk === undefined || changed('den', 'der') === undefined
    ? null
    : difference('order', hunk.said[0], hunk.known[0]);
}

/**
 * `Anna runs the Rome office` for `Anna runs the Berlin office and Ben runs the Rome office`: what is left out has a subject of its own,
 * its verb stands before it too.
 */
function spliced({ said, known, alignment: { matchOf } }: AlignedPair): DriftFinding | null {
  for (let i = 0; i + 1 < said.length; i++) {
    const [from, to] = [matchOf[i] as number, matchOf[i + 1] as number];
    if (from === -1 || to === -1 || to - from < 4) continue;
    const gap = known.slice(from + 1, to);
    const join = gap.findIndex(({ role }) => role.traits.includes('and'));
    if (join === -1) continue;
    const before = said.slice(0, i + 1).filter(({ content }) => content);
    const [next] = said.slice(i + 1).filter(({ content }) => content);
    const contents = gap.filter(({ content }) => content);
    const subjects = gap.slice(join + 1).filter(({ content }) => content);
    // The two copies of the verb stand before and behind what is left out: which of them was aligned is chance.
    const [first, last] = [contents[0], contents.at(-1)];
    const leads = last !== undefined && before.slice(-2).some(({ stem }) => stem === last.stem);
    const follows = first !== undefined && first.stem === next?.stem && gap.indexOf(first) < join;
    const verb = leads ? last : follows ? first : undefined;
    if (verb === undefined || verb.name) continue;
    const subject = subjects.find(({ stem }) => stem !== verb.stem);
    if (subject === undefined || said.some(({ stem }) => stem === subject.stem)) continue;
    return difference('order', said[i] as DriftToken, subject);
  }
  return null;
}

/** `Mira keeps goats` for `Mira keeps hens and Ram keeps goats`: another word in its place, which stands behind the join. */
function borrowed({ said, known, hunks, backOf }: AlignedPair): DriftFinding | null {
  const join = known.findIndex(({ role }) => role.traits.includes('and'));
  if (join === -1) return null;
  for (const { said: ours, known: theirs, knownAt, edge } of hunks) {
    const [mine, their] = [ours[0], theirs[0]];
    if (edge !== null || ours.length !== 1 || theirs.length !== 1 || knownAt > join) continue;
    if (
      mine === undefined ||
      their === undefined ||
      !mine.content ||
      !their.content ||
      mine.unspaced ||
      mine.number !== null
    )
      continue;
    if (said.some(({ stem }) => stem === their.stem)) continue;
    const at = known.findIndex(
      (token, k) => k > join + 1 && token.stem === mine.stem && (backOf[k] as number) === -1,
    );
    if (at !== -1) return difference('order', mine, their);
  }
  return null;
}

/** The left hunk has what the window has at the right one, and the other way round. */
function exchanged({ said }: AlignedPair, left: Hunk, right: Hunk): DriftFinding | null {
  const away = left.said.find(
    (token) => token.content && stands(right.known, token) && !stands(left.known, token),
  );
  const back = right.said.find(
    (token) => token.content && stands(left.known, token) && !stands(right.known, token),
  );
  if (away === undefined || back === undefined || away.stem === back.stem) return null;
  const between = said.slice(left.saidAt + left.said.length, right.saidAt);
  const apart = [...afterOf(left.said, away), ...between, ...beforeOf(right.said, back)];
  if (
    !apart.some(
      ({ content, key, role }) =>
        content || relations().has(key) || role.negator || role.traits.length > 0 || role.side !== 0,
    )
  )
    return null;
  return isList(apart) ? null : difference('order', away, back);
}

/** `A over B` and `B over A`: one operand has its match, the other one and the word between them went round it. */
function turned(left: Hunk, right: Hunk): DriftFinding | null {
  for (const [here, there] of [
    [left.known, right.said],
    [left.said, right.known],
  ] as const) {
    for (let i = 0; i + 1 < here.length; i++) {
      const operand = here[i] as DriftToken;
      const relation = here[i + 1] as DriftToken;
      if (!operand.content || !isRelation(relation)) continue;
      const at = there.findIndex(({ stem }) => stem === relation.stem);
      if (at === -1 || !there.slice(at + 1, at + 3).some(({ stem }) => stem === operand.stem)) continue;
      return difference(
        'order',
        here === left.said ? operand : (there[at] as DriftToken),
        here === left.said ? (there[at] as DriftToken) : operand,
      );
    }
  }
  return null;
}

function isRelation({ key, content }: DriftToken): boolean {
  return content || contrasts().has(key);
}

function stands(tokens: readonly DriftToken[], { stem }: DriftToken): boolean {
  return tokens.some((token) => token.stem === stem);
}

function afterOf(tokens: readonly DriftToken[], token: DriftToken): readonly DriftToken[] {
  return tokens.slice(tokens.indexOf(token) + 1);
}

function beforeOf(tokens: readonly DriftToken[], token: DriftToken): readonly DriftToken[] {
  return tokens.slice(0, tokens.indexOf(token));
}

/** Members of a list may stand in any order. */
function isList(apart: readonly DriftToken[]): boolean {
  const joins = apart.filter(({ role }) => role.traits.includes('and') || role.traits.includes('or')).length;
  return (
    joins > 0 &&
    apart.every(
      ({ role, content, name, key }) =>
        role.traits.includes('and') ||
        role.traits.includes('or') ||
        name ||
        (content && apart.length <= 4) ||
        key === 'the',
    )
  );
}
