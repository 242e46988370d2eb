import { type AlignedPair, bearsOn, type DriftFinding } from './aligned-pair.ts';
import { difference } from './difference.ts';
import type { WordRole } from './drift-words.ts';
import type { DriftToken } from './read-drift-tokens.ts';
import type { Hunk } from './read-hunks.ts';

/** Quantifiers, modals, hedges, opposites, joins and times that changed at one place. What says less passes: some for all, may for will. */
export function compareStrengths(pair: AlignedPair): DriftFinding[] {
  return pair.hunks.flatMap((hunk) => [
    ...compareQuantifiers(pair, hunk),
    ...compareModals(pair, hunk),
    ...compareTurns(hunk),
    ...compareJoins(hunk),
    ...compareTimes(hunk),
  ]);
}

const is = (tokens: readonly DriftToken[], test: (role: WordRole) => boolean): DriftToken | undefined =>
  tokens.find(({ role }) => test(role));

function saidBearsOn(pair: AlignedPair, hunk: Hunk, token: DriftToken): boolean {
  return bearsOn(pair.said, hunk.saidAt + hunk.said.indexOf(token), pair.alignment.matchOf, 1) !== -1;
}

function knownBearsOn(pair: AlignedPair, hunk: Hunk, token: DriftToken): boolean {
  return bearsOn(pair.known, hunk.knownAt + hunk.known.indexOf(token), pair.backOf, 1) !== -1;
}

/** Pairs of theirs and ours that say less, or the same. */
const WEAKER = new Set(['all many', 'all some', 'many some', 'none few', 'some many']);

function compareQuantifiers(pair: AlignedPair, hunk: Hunk): DriftFinding[] {
  const ours = is(hunk.said, ({ quantifier }) => quantifier !== '');
  const theirs = is(hunk.known, ({ quantifier }) => quantifier !== '');
  if (ours !== undefined && theirs !== undefined) {
    const [our, their] = [ours.role.quantifier, theirs.role.quantifier];
    if (
      our === their ||
      hunk.known.some(({ role }) => role.quantifier === our) ||
      WEAKER.has(`${their} ${our}`)
    )
      return [];
    return [difference('quantifier', ours, theirs)];
  }
  const only = is(hunk.said, (role) => role.only);
  if (
    only !== undefined &&
    !pair.known.some(({ role, key }) => role.only || /^(?:no|not|but|just)$/u.test(key)) &&
    saidBearsOn(pair, hunk, only)
  )
    return [difference('quantifier', only)];
  if (ours !== undefined && ours.role.quantifier === 'all') {
    const replaces = hunk.known.some(
      ({ content, role, key }) => content || role.negator || /^(?:both|any|whole|entire)$/u.test(key),
    );
    if (!replaces && (saidBearsOn(pair, hunk, ours) || hunk.said.length === 1))
      return [difference('quantifier', ours)];
  }
  if (
    theirs !== undefined &&
    theirs.role.quantifier === 'few' &&
    hunk.edge === null &&
    !isArticle(pair.known, theirs) &&
    knownBearsOn(pair, hunk, theirs)
  )
    return [difference('quantifier', undefined, theirs)];
  const soft = hunk.known.find(({ role }) => role.traits.includes('soft'));
  if (
    soft !== undefined &&
    !hunk.said.some(isSoft) &&
    !pair.said.some(isSoft) &&
    knownBearsOn(pair, hunk, soft)
  )
    return [difference('hedge', undefined, soft)];
  return [];
}

function isSoft({ role, key }: DriftToken): boolean {
  return (
    role.traits.includes('soft') ||
    role.hedge ||
    /^(?:many|most|some|tend|tends|common|commonly|frequently)$/u.test(key)
  );
}

/** `a few` says some. */
function isArticle(tokens: readonly DriftToken[], token: DriftToken): boolean {
  return /^(?:a|the|un|une|unos|little)$/u.test(tokens[tokens.indexOf(token) - 1]?.key ?? '');
}

function compareModals(pair: AlignedPair, hunk: Hunk): DriftFinding[] {
  const modalsOf = (tokens: readonly DriftToken[], name: string) =>
    tokens.find(({ role }) => role.modal === name);
  const ours = is(hunk.said, ({ modal }) => modal !== '');
  const theirs = is(hunk.known, ({ modal }) => modal !== '');
  if (ours !== undefined && theirs !== undefined) {
    const [our, their] = [ours.role.modal, theirs.role.modal];
    if (our === their || (their === 'will' && our === 'possible')) return [];
    if (their === 'required' && our === 'will') return [];
    return [difference('modal', ours, theirs)];
  }
  const required = modalsOf(hunk.said, 'required');
  if (
    required !== undefined &&
    !hunk.known.some(({ content }) => content) &&
    saidBearsOn(pair, hunk, required)
  ) {
    if (
      !pair.known.some(({ key }) =>
        /^(?:need|needs|require|requires|required|obliged|have|has|had|ist|sind|zu|necessary|mandatory|hay|il)$/u.test(
          key,
        ),
      )
    )
      return [difference('modal', required)];
  }
  const hedge = is(hunk.known, (role) => role.hedge);
  if (hedge === undefined || !knownBearsOn(pair, hunk, hedge)) return [];
  const at = hunk.saidAt;
  const near = pair.said.slice(Math.max(0, at - 1), at + hunk.said.length + 1);
  if (near.some(({ role }) => role.hedge)) return [];
  if (hunk.said.some(({ role }) => role.modal === 'possible' || role.condition)) return [];
  if (hunk.known.some(({ role }) => role.negator)) return [];
  return [difference(hedge.role.modal === '' ? 'hedge' : 'modal', undefined, hedge)];
}

/** `rose` for `fell`, `at least` for `at most`. */
function compareTurns({ said, known }: Hunk): DriftFinding[] {
  if (said.some(({ role }) => role.negator) !== known.some(({ role }) => role.negator)) return [];
  for (const token of said) {
    const { side } = token.role;
    if (side === 0 || known.some(({ role }) => role.side === side)) continue;
    const other = known.find(({ role }) => role.side === -side);
    if (other !== undefined) return [difference('comparison', token, other)];
  }
  return [];
}

/** `and` for `or`. */
function compareJoins({ said, known }: Hunk): DriftFinding[] {
  if (said.length > 2 || known.length > 2) return [];
  for (const [one, other] of [
    ['and', 'or'],
    ['or', 'and'],
  ] as const) {
    const ours = said.find(({ role }) => role.traits.includes(one));
    const theirs = known.find(({ role }) => role.traits.includes(other));
    if (ours !== undefined && theirs !== undefined) return [difference('join', ours, theirs)];
  }
  return [];
}

const TIMES = ['present', 'past', 'future'] as const;

function compareTimes({ said, known }: Hunk): DriftFinding[] {
  const ours = said.find(isTimed);
  const theirs = known.find(isTimed);
  if (ours === undefined || theirs === undefined) return [];
  const mine = timesOf(said);
  const other = timesOf(known);
  // Another verb altogether: the words beside the auxiliaries differ too.
  if (said.some(({ content }) => content) || known.some(({ content }) => content)) return [];
  return mine.some((time) => other.includes(time)) ? [] : [difference('tense', ours, theirs)];
}

function isTimed({ role }: DriftToken): boolean {
  return TIMES.some((time) => role.traits.includes(time));
}

function timesOf(tokens: readonly DriftToken[]): readonly string[] {
  return tokens.flatMap(({ role }) => TIMES.filter((time) => role.traits.includes(time)));
}
