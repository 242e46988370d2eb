import type { TextRange } from '@memora/language/sentences';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import { languageOf } from '../words/language-of.ts';
import { areExclusive } from '../words/opposites.ts';
import { alignTokens } from './align-tokens.ts';
import { type AlignedPair, backOf, type DriftFinding } from './aligned-pair.ts';
import { compareCharacters } from './compare-characters.ts';
import { compareDenials } from './compare-denials.ts';
import { compareLeftOut } from './compare-left-out.ts';
import { comparePlaces } from './compare-places.ts';
import { compareReplaced } from './compare-replaced.ts';
import { compareStrengths } from './compare-strengths.ts';
import { compareTenses } from './compare-tenses.ts';
import { type DriftEvidence, type DriftWindow, prepareDriftEvidence, rotate } from './drift-evidence.ts';
import { readDiff } from './read-diff.ts';
import { type DriftToken, readDriftTokens } from './read-drift-tokens.ts';
import { type Hunk, readHunks } from './read-hunks.ts';
import { differInTime } from './verb-times.ts';

/** A statement is nearly its evidence's words where so much of its content stands there in order, so densely. */
const COVERAGE = 0.75;
const DENSITY = 0.5;
const LEAST_CONTENT = 3;
const ALL_WORDS = 0.85;
/** A minimal pair differs at one place by this many words. */
const MINIMAL_WORDS = 2;
/** A longer statement is compared in pieces, so that its cost stays linear. */
const MOST_TOKENS = 160;
/** This many pieces are compared, and this many words with this many sentences. What is longer does not pass unread: it is refused. */
const MOST_PIECES = 100;
const MOST_LOOKS = 20_000_000;
const UNREAD: TokenDisagreement = disagree('drift', '');

/**
 * Finds what a statement changes in the words of its evidence: a name or part of one, a figure, a negator, quantifier, modal, hedge, opposite, the
 * order of operands, a condition or attribution left out, `and` for `or`, the time of a verb. Looks only at sentences of the evidence that the statement nearly
 * repeats; one of them that agrees is enough. What says less than the evidence passes. A content word for another one is reported. A statement that is
 * too long to be compared gets one disagreement that names no word.
 */
export function checkDrift(
  statement: string,
  evidence: readonly (string | DriftEvidence)[],
): TokenDisagreement[] {
  const tokens = readDriftTokens(statement);
  const sources = evidence.map((each) => (typeof each === 'string' ? prepareDriftEvidence(each) : each));
  const sentences = sources.reduce((sum, source) => sum + source.sentences, 0);
  if (tokens.length > MOST_PIECES * MOST_TOKENS || tokens.length * sentences > MOST_LOOKS) return [UNREAD];
  const found: TokenDisagreement[] = [];
  for (let at = 0; at < tokens.length; at += MOST_TOKENS)
    found.push(...checkEitherWay(tokens.slice(at, at + MOST_TOKENS), statement, sources));
  return found;
}

/** A clause of a condition or a time stands before or behind the other one, and says the same where the words of both are the same. */
function checkEitherWay(
  said: readonly DriftToken[],
  statement: string,
  sources: readonly DriftEvidence[],
): TokenDisagreement[] {
  const found = checkPiece(said, statement, sources);
  const rotated = found.some(({ decisive }) => decisive) ? rotate(said) : null;
  if (rotated === null) return found;
  const isThere = ({ tokens }: DriftWindow) =>
    tokens.length === rotated.length && tokens.every(({ key }, i) => key === rotated[i]?.key);
  return sources.some((source) => source.windowsFor(rotated, 1).some(isThere)) ? [] : found;
}

function checkPiece(
  said: readonly DriftToken[],
  statement: string,
  sources: readonly DriftEvidence[],
): TokenDisagreement[] {
  let top = Number.NEGATIVE_INFINITY;
  let best: readonly DriftFinding[] = [];
  let told: Told | null = null;
  // Several sentences together are looked at only where none by itself says nearly the same.
  for (const size of [1, 2, 'text'] as const) {
    for (const source of sources) {
      for (const window of source.windowsFor(said, size)) {
        const pair = align(said, window);
        if (!isNearVerbatim(pair, window)) continue;
        const found = judge(pair, source, window);
        if (!found.some(({ decisive }) => decisive))
          return toDisagreements(found, { pair, statement, source });
        const score = pair.alignment.score - found.length / 100;
        if (score > top) [top, best, told] = [score, found, { pair, statement, source }];
      }
    }
    if (best.length > 0) break;
  }
  return told === null ? [] : toDisagreements(best, told);
}

function align(said: readonly DriftToken[], { tokens }: DriftWindow): AlignedPair {
  const alignment = alignTokens(said, tokens);
  return {
    said,
    known: tokens,
    alignment,
    hunks: readHunks(said, tokens, alignment),
    backOf: backOf(alignment, tokens.length),
  };
}

function judge(pair: AlignedPair, { words }: DriftEvidence, { whole }: DriftWindow): DriftFinding[] {
  return [
    ...compareReplaced(pair, words),
    ...compareDenials(pair),
    ...compareStrengths(pair),
    ...compareTenses(pair),
    ...comparePlaces(pair),
    ...compareCharacters(pair),
    // Another sentence's condition is not this one's.
    ...(whole ? compareLeftOut(pair) : []),
  ];
}

function isExclusion({ said, known }: Hunk): boolean {
  const [ours, theirs] = [said[0], known[0]];
  if (ours === undefined || theirs === undefined || said.length > 1 || known.length > 1) return false;
  return areExclusive(ours.key, theirs.key);
}

function isNearVerbatim({ said, known, alignment, hunks }: AlignedPair, { whole }: DriftWindow): boolean {
  let matched = 0;
  let content = 0;
  let contents = 0;
  for (let i = 0; i < said.length; i++) {
    const hit = (alignment.matchOf[i] as number) !== -1;
    if (hit) matched++;
    if (!(said[i] as DriftToken).content) continue;
    contents++;
    if (hit) content++;
  }
  if (matched === 0) return false;
  const window = known.slice(alignment.first, alignment.last + 1).filter((token) => token.content).length;
  if (content >= LEAST_CONTENT && content >= contents * COVERAGE && content >= window * DENSITY) return true;
  if (matched >= said.length * ALL_WORDS && matched >= MINIMAL_WORDS) return true;
  // Of two words one excludes the one that stands there: `the door is shut`, which in many languages is two words.
  const [only, ...others] = hunks;
  if (whole && only !== undefined && others.length === 0 && isExclusion(only)) return true;
  // All that it says stands there in order, and only what tells the time is another: `is in Berlin` for `was in Berlin until May`.
  const unmatched = said.filter((_, i) => (alignment.matchOf[i] as number) === -1);
  const missing = unmatched.filter((token) => token.content);
  const [verb] = missing;
  if (
    whole &&
    verb !== undefined &&
    missing.length === 1 &&
    content >= 2 &&
    unmatched.length === 1 &&
    hunks.some((hunk) => hunk.said[0] === verb && hunk.known.some((token) => isOtherTime(verb, token)))
  )
    return true;
  if (
    whole &&
    contents >= 2 &&
    content === contents &&
    content >= window * DENSITY &&
    unmatched.every(isTimed)
  )
    return true;
  // What a clause behind it says may be left out.
  const [hunk, ...more] = matched >= LEAST_CONTENT ? hunks.filter((each) => !isTailClause(each)) : hunks;
  const most = hunk?.said[0]?.unspaced ? MINIMAL_WORDS + 1 : MINIMAL_WORDS;
  return (
    whole &&
    hunk !== undefined &&
    more.length === 0 &&
    hunk.said.length <= most &&
    hunk.known.length <= most &&
    matched >= MINIMAL_WORDS
  );
}

function isTailClause({ edge, said, known }: Hunk): boolean {
  return edge === 'tail' && said.length === 0 && known[0]?.role.traits.includes('and') === true;
}

function isOtherTime(verb: DriftToken, { text, unspaced }: DriftToken): boolean {
  if (unspaced || verb.unspaced) return false;
  const { script } = languageOf(text);
  return differInTime(verb.text, text, script, null);
}

function isTimed({ role }: DriftToken): boolean {
  return role.traits.some((trait) => trait === 'present' || trait === 'past' || trait === 'future');
}

/** What findings are told with: the pair, and the texts its tokens are from. */
interface Told {
  readonly pair: AlignedPair;
  readonly statement: string;
  readonly source: DriftEvidence;
}

function toDisagreements(
  findings: readonly DriftFinding[],
  { pair, statement, source }: Told,
): TokenDisagreement[] {
  if (findings.length === 0) return [];
  const diff = readDiff(pair, statement, source.text);
  return findings.map(({ said, known, decisive }) => {
    const ours = rangeOf(said, statement);
    const theirs = rangeOf(known, source.text);
    return {
      kind: 'drift',
      statementToken: said?.text ?? '',
      evidenceToken: known?.text ?? null,
      decisive,
      ...(ours && { statement: ours }),
      ...(theirs && { evidence: theirs }),
      diff,
    };
  });
}

/** `null` for half of a contraction, which does not stand in the text by itself. */
function rangeOf(token: DriftToken | null, text: string): TextRange | null {
  if (token === null) return null;
  const range = { start: token.start, end: token.start + token.text.length };
  return text.slice(range.start, range.end) === token.text ? range : null;
}
