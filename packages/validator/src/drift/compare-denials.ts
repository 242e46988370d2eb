import { type AlignedPair, bearsOn, type DriftFinding } from './aligned-pair.ts';
import { difference } from './difference.ts';
import type { DriftToken } from './read-drift-tokens.ts';

/** What one side denies and the other does not, where both have the word that is denied. */
export function compareDenials({ said, known, alignment, backOf, hunks }: AlignedPair): DriftFinding[] {
  // `I do not think it works` and `I think it does not`: only where both deny something.
  const raising = said.some(isNegator) && known.some(isNegator);
  const ours = deniedBy(said, alignment.matchOf, raising);
  const theirs = deniedBy(known, backOf, raising);
  const found: DriftFinding[] = [];
  if (deniesWhole(said, ours) && theirs.size > 0) return found;
  if (deniesWhole(known, theirs) && ours.size > 0) return found;
  for (const [i, negator] of ours) {
    const match = alignment.matchOf[i] as number;
    if (theirs.has(match) || isDeniedOtherwise(known, match, backOf)) continue;
    const hunk = hunks.find((each) => each.said.includes(negator));
    // The negator itself has a match: it only stands elsewhere.
    if (hunk === undefined && isConcord(known, match)) continue;
    if (hunk?.known.some(isLight)) continue;
    found.push(difference('negator', negator, null));
  }
  for (const [k, negator] of theirs) {
    const match = backOf[k] as number;
    if (ours.has(match) || isDeniedOtherwise(said, match, alignment.matchOf)) continue;
    const hunk = hunks.find((each) => each.known.includes(negator));
    if (hunk === undefined && isConcord(said, match)) continue;
    if (hunk?.said.some(isLight)) continue;
    found.push(difference('negator', null, negator));
  }
  for (const { said: mine, known: theirs, edge } of hunks) {
    const [verb, denial] = [mine[0], theirs[0]];
    if (verb === undefined || denial === undefined || edge !== null || mine.length > 1 || theirs.length > 1)
      continue;
    if (HAVE.test(verb.key) && denial.role.denial) found.push(difference('negator', verb, denial));
  }
  return found;
}

/** What somebody has who does not deny it, nor lacks it. */
const HAVE = /^(?:ha(?:s|ve|d)|gets?|got|reports?|reported|shows?|showed|confirm(?:s|ed)?|admit(?:s|ted)?)$/u;

/** The matched words that negators bear on. */
function deniedBy(
  tokens: readonly DriftToken[],
  matches: Int32Array,
  raising: boolean,
): Map<number, DriftToken> {
  const denied = new Map<number, DriftToken>();
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as DriftToken;
    // `Not more than five` turned round is `more than five`.
    if (token.role.negator && tokens[i + 2]?.key === 'than' && (matches[i + 1] ?? -1) !== -1) {
      denied.set(i + 1, token);
      continue;
    }
    if (!(token.role.negator || isNoLonger(tokens, i))) continue;
    // `Not only` denies the `only` that the other side has.
    if (tokens[i + 1]?.role.only && (matches[i + 1] as number) !== -1) denied.set(i + 1, token);
    if (isIdiom(tokens, i)) continue;
    const target = bearsOn(tokens, i, matches);
    if (target === -1) continue;
    if (
      raising &&
      tokens.slice(Math.min(i, target), target + 1).some(({ role }) => role.traits.includes('think'))
    )
      continue;
    denied.set(target, token);
  }
  return denied;
}

/** The French `ne … plus`, of which neither half denies by itself. */
function isNoLonger(tokens: readonly DriftToken[], i: number): boolean {
  return (
    tokens[i]?.text.toLowerCase() === 'ne' && tokens.slice(i + 1, i + 5).some(({ key }) => key === 'plus')
  );
}

/** `No pets are allowed` says of the pets what `pets are not allowed` says of what they are. */
function deniesWhole(tokens: readonly DriftToken[], denied: ReadonlyMap<number, DriftToken>): boolean {
  const [negator, ...more] = denied.values();
  return more.length === 0 && negator?.role.quantifier === 'none' && tokens.indexOf(negator) < 2;
}

function isNegator({ role }: DriftToken): boolean {
  return role.negator;
}

/** Another negator in front of the same word, further off: `ne … pas`, `no vino nadie`. */
function isConcord(tokens: readonly DriftToken[], at: number): boolean {
  return tokens.slice(Math.max(0, at - 6), at + 4).some(({ role }) => role.negator);
}

/** `failed to open` for `did not open`. */
function isDeniedOtherwise(tokens: readonly DriftToken[], at: number, matches: Int32Array): boolean {
  for (let i = Math.max(0, at - 4); i < at; i++) {
    const token = tokens[i] as DriftToken;
    if ((matches[i] as number) === -1 && (token.role.denial || token.role.negator))
      return !isIdiom(tokens, i);
  }
  return false;
}

/** A word that denies by its prefix or meaning, in the place of a negator: `unable`, `impossible`. */
function isLight({ key, role }: DriftToken): boolean {
  return (
    role.denial ||
    /^(?:un|in|im|il|ir|dis|non|a)\p{L}{4}|less$|los$|^(?:few|little|rarely|seldom|only)$/u.test(key)
  );
}

/** `not only`, `no later than`, `whether or not` deny nothing. `no longer` does. */
function isIdiom(tokens: readonly DriftToken[], i: number): boolean {
  const next = tokens[i + 1]?.key ?? '';
  if (
    /^(?:only|just|merely|solely|doubt|matter|nur|bloß|solo|solamente|seulement|sólo|solamente|soltanto|apenas|только)$/u.test(
      next,
    )
  )
    return true;
  if (/^(?:later|less|more|fewer|earlier|least)$/u.test(next))
    return next === 'least' || tokens[i + 2]?.key === 'than';
  if (tokens[i]?.key === 'no' && tokens[i + 1]?.number !== null && tokens[i + 1]?.number !== undefined)
    return true;
  return tokens[i - 1]?.key === 'or' && tokens[i - 2]?.key === 'whether';
}
