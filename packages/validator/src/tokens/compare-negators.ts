import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import { DENIAL, FUNCTION, INTENT, isDenial, isNegator, traitsOf } from '../words/lexicon.ts';
import { isLight, withoutDenial, withoutPrefix } from '../words/negative-prefix.ts';
import { sideOf } from '../words/opposites.ts';
import { verbStem, type WordToken } from '../words/read-words.ts';
import { contentOf, type Match } from './match-sentences.ts';

/** How many content words behind a negator it may deny, and how many where another sentence is to find it again. */
const SCOPE = 2;
const WIDE_SCOPE = 4;

/** What one side denies and the other asserts. */
export function compareNegators(said: readonly WordToken[], match: Match): TokenDisagreement[] {
  const ours = readDenials(said);
  const theirs = readDenials(match.sentence);
  pairDenials(ours.own, theirs.own);
  // Nothing is said beyond what the other says: then the whole statement is denied, wherever its negator stands.
  const same = match.whole && match.coverage === 1;
  const added = undenied(ours, theirs, same);
  if (added !== null) return [disagree('negator', added)];
  const leftOut = undenied(theirs, ours, same);
  if (leftOut !== null) return [disagree('negator', '', leftOut)];
  const found = repeatedNegator(said, match) ?? prefixLeftOut(said, match, ours, theirs);
  return found === null ? [] : [found];
}

/** `not not` turns a statement round twice: whatever it means, the evidence has to say it too. */
function repeatedNegator(said: readonly WordToken[], { sentence }: Match): TokenDisagreement | null {
  const repeats = (words: readonly WordToken[]) =>
    words.find(({ key }, i) => isNegator(key) && words[i + 1]?.key === key);
  const ours = repeats(said);
  return ours === undefined || repeats(sentence) !== undefined
    ? null
    : disagree('negator', `${ours.text} ${ours.text}`);
}

/** One word that denies, and the stems of what it denies, the nearest first. */
interface Denial {
  readonly text: string;
  readonly stems: readonly string[];
  readonly wide: readonly string[];
  /** The side of the nearest of them, where it has an opposite. */
  readonly side: number;
  /** It only says that what follows is not done yet. */
  readonly isIntent: boolean;
  /** True where the other side has it too. */
  paired: boolean;
}

/** A word that is no negator and turns a sentence all the same (`closed` for `does not open`), with the stems beside it. */
interface Turn {
  readonly stem: string;
  readonly side: number;
  readonly beside: readonly string[];
}

/** What the words of a sentence deny. */
interface Denials {
  readonly own: readonly Denial[];
  /** True where it says of something that it is planned, promised or tried, in whatever form. */
  readonly intends: boolean;
  readonly turns: readonly Turn[];
  readonly stems: ReadonlySet<string>;
  /** `accept` and `accepts` stand on one side, whatever their stems are. */
  readonly sides: ReadonlySet<number>;
}

function readDenials(words: readonly WordToken[]): Denials {
  const { behind, before, nearestSide } = createSurroundings(words);
  const own: Denial[] = [];
  const turns: Turn[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < words.length; i++) {
    const { key, text } = words[i] as WordToken;
    if (isNegator(key)) {
      if (isIdiom(words, i)) continue;
      // `ne … pas`, `никогда не`: two words that deny once.
      const once = i - last <= CONCORD_REACH && (CONCORD.test(key) || CONCORD.test(words[last]?.key ?? ''));
      last = i;
      if (once) continue;
      const wide = behind(i, WIDE_SCOPE);
      // `leckt nicht`: at its end a negator denies what stands before it.
      const stems = wide.length > 0 ? wide.slice(0, SCOPE) : before(i);
      own.push({
        text,
        stems,
        wide: [...wide, ...before(i)],
        side: nearestSide(),
        isIntent: false,
        paired: false,
      });
    } else if (takesBack(words, i)) {
      const wide = behind(i, SCOPE);
      own.push({
        text,
        stems: wide.slice(0, 1),
        wide: [...wide, verbStem(key)],
        side: nearestSide(),
        isIntent: isIntent(key),
        paired: false,
      });
    } else if (isDenial(key) || isLight(key) || (sideOf(key) !== 0 && (traitsOf(key) & FUNCTION) === 0)) {
      const bare = withoutPrefix(key);
      const beside = [...behind(i, SCOPE), ...before(i), verbStem(key)];
      turns.push({
        stem: verbStem(key),
        side: sideOf(key),
        beside: bare === null ? beside : [...beside, bare],
      });
    }
  }
  return {
    own,
    intends: words.some(({ key }) => isIntent(key)),
    turns,
    stems: new Set(words.map(({ key }) => verbStem(key))),
    sides: new Set(words.flatMap(({ key }) => sideOf(key) || [])),
  };
}

const CONCORD_REACH = 5;
/** Negators that go with another one of their language. */
const CONCORD =
  /^(?:pas|jamais|rien|aucune?|guere|ni|nulle?|nunca|jamas|nadie|nada|ningun[ao]?|tampoco|mai|nessun[ao]?|niente|ninguem|nenhuma?|nem|никто|ничего|никогда|ни|никакой)$/u;

/** Finds each denial of one side again on the other: first what denies the same word, then what denies one near. */
function pairDenials(ours: readonly Denial[], theirs: readonly Denial[]): void {
  const nearest = ({ stems }: Denial) => stems.slice(0, 1);
  const near = ({ stems }: Denial) => stems;
  const wide = (denial: Denial) => denial.wide;
  for (const [mine, other] of [
    [nearest, nearest],
    [near, near],
    [near, wide],
    [wide, near],
  ] as const) {
    const waiting = new Map<string, Denial[]>();
    for (const denial of [...theirs].reverse()) {
      for (const stem of other(denial)) {
        const others = waiting.get(stem);
        if (others === undefined) waiting.set(stem, [denial]);
        else others.push(denial);
      }
    }
    for (const denial of ours) {
      if (denial.paired) continue;
      for (const stem of mine(denial)) {
        const found = takeUnpaired(waiting.get(stem));
        if (found === undefined) continue;
        denial.paired = true;
        found.paired = true;
        break;
      }
    }
  }
}

function takeUnpaired(denials: Denial[] = []): Denial | undefined {
  let last = denials.pop();
  while (last?.paired === true) last = denials.pop();
  return last;
}

/** `failed to open` is not `opened`; `it is false that` takes back all that follows. */
function takesBack(words: readonly WordToken[], i: number): boolean {
  const { key } = words[i] as WordToken;
  if ((traitsOf(key) & (DENIAL | INTENT)) === 0) return false;
  // `I doubt the pump runs`, `she hopes the grant comes`: no word has to follow.
  if (/^(?:doubt|hope)/u.test(key)) return true;
  const next = words[i + 1]?.key ?? '';
  return /^(?:to|that)$/u.test(next) || /\p{L}{2}ing$/u.test(next);
}

function isIntent(key: string): boolean {
  return (traitsOf(key) & (INTENT | DENIAL)) === INTENT;
}

/** The stems of the content words before and behind a place, for places that are asked in order: linear in the words. */
function createSurroundings(words: readonly WordToken[]) {
  const content = words.flatMap(({ key }, place) =>
    isContent(key) ? [{ place, key, stem: verbStem(key) }] : [],
  );
  const led = content.filter(({ key }) => !LEADS.test(key));
  let nextBefore = 0;
  let nextBehind = 0;
  return {
    behind: (i: number, most: number): string[] => {
      while (nextBehind < led.length && (led[nextBehind]?.place ?? 0) <= i) nextBehind++;
      return led.slice(nextBehind, nextBehind + most).map(({ stem }) => stem);
    },
    /** Of the word that `behind` found first. */
    nearestSide: (): number => sideOf(led[nextBehind]?.key ?? ''),
    before: (i: number): string[] => {
      while (nextBefore < content.length && (content[nextBefore]?.place ?? 0) < i) nextBefore++;
      return content.slice(Math.max(0, nextBefore - 1), nextBefore).map(({ stem }) => stem);
    },
  };
}

function isContent(key: string): boolean {
  return (traitsOf(key) & FUNCTION) === 0 && !isNegator(key);
}

/** Words behind a negator that belong to it, or say only how: `no longer`, `nicht mehr`, `not currently`. */
const LEADS =
  /^(?:longer|more|yet|any|even|ever|too|so|really|very|much|mehr|plus|mas|piu|mais|больше|более|meer|\p{L}{3,}ly)$/u;

/** `hire` keeps its last letter, `hires` does not. */
function hasStem({ stems }: Denials, stem: string): boolean {
  return stems.has(stem) || stems.has(`${stem}e`) || stems.has(stem.replace(/e$/u, ''));
}

/** The negator of one side that the other side has not at its place; `null` where there is none. */
function undenied(ours: Denials, theirs: Denials, same: boolean): string | null {
  const turned = new Set(
    theirs.turns.flatMap(({ stem, side, beside }) =>
      hasStem(ours, stem) || ours.sides.has(side) ? [] : beside,
    ),
  );
  // All words are the same: a negator that moved, or a word that turns the sentence without one.
  const moved = same && theirs.own.some(({ paired }) => !paired);
  for (const { text, stems, side, paired, isIntent: intends } of ours.own) {
    if (paired || moved || (intends && theirs.intends)) continue;
    const [nearest] = stems;
    if (!(nearest !== undefined && hasStem(theirs, nearest)) && !theirs.sides.has(side) && !same) continue;
    if (stems.some((stem) => turned.has(stem))) continue;
    return text;
  }
  return null;
}

/** `safe` for `unsafe`, with nothing that turns one of the two round. */
function prefixLeftOut(
  said: readonly WordToken[],
  { sentence, stems }: Match,
  ours: Denials,
  theirs: Denials,
): TokenDisagreement | null {
  const own = new Set(said.map(({ key }) => verbStem(key)));
  const deniedBy = ({ own: all }: Denials) => new Set(all.flatMap((denial) => denial.stems));
  const deniedByOurs = deniedBy(ours);
  const deniedByTheirs = deniedBy(theirs);
  for (const { key, text } of contentOf(said)) {
    const bare = withoutDenial(key);
    if (
      bare !== null &&
      !stems.has(verbStem(key)) &&
      stems.has(bare) &&
      !own.has(bare) &&
      !deniedByTheirs.has(bare)
    )
      return disagree('negator', text, bare);
  }
  for (const { key, text } of contentOf(sentence)) {
    const bare = withoutDenial(key);
    if (
      bare !== null &&
      own.has(bare) &&
      !own.has(verbStem(key)) &&
      !stems.has(bare) &&
      !deniedByOurs.has(bare)
    )
      return disagree('negator', '', text);
  }
  return null;
}

/** How many words before `or not` a `whether` is looked for. */
const WHETHER_REACH = 20;

const AUXILIARY = /^(?:is|are|was|were|do|does|did|has|have|had|can|will|should)$/u;

/** `not only`, `no later than`, `whether or not` deny nothing. */
function isIdiom(words: readonly WordToken[], i: number): boolean {
  const next = words[i + 1]?.key ?? '';
  // No. 7
  if (/^\p{N}/u.test(next)) return true;
  const behind = words[i + 2]?.key ?? '';
  if (
    /^(?:later|earlier|longer|less|more|fewer|greater|higher|lower|sooner)$/u.test(next) &&
    behind === 'than'
  )
    return true;
  return (
    /^(?:only|just|merely|simply|doubt|matter|least|wonder|nur|bloß|solo|solamente|soltanto|seulement|sólo|só|apenas|somente|только|alleen|sadece)$/u.test(
      next,
    ) ||
    ((words[i - 1]?.key === 'or' ||
      // `whether it is or is not`
      (words[i - 2]?.key === 'or' && AUXILIARY.test(words[i - 1]?.key ?? ''))) &&
      words
        .slice(Math.max(0, i - WHETHER_REACH), i)
        .some(({ key }) => key === 'whether' || key === 'regardless'))
  );
}
