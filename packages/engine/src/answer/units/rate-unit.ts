import { type AskedKind, countsAsked, defines, tellsDefaultAsked } from '@memora/language/asked';
import { heldWords, holdsRarestName } from '../evidence/held-words.ts';
import { isPropertyOfKind } from './is-property-of-kind.ts';
import type { UnitTraits } from './read-traits.ts';
import type { Unit } from './unit.ts';
import { headingAsks } from './words/heading-asks.ts';
import { sharedPhrases } from './words/shared-phrases.ts';

/** By how much of what is asked for it holds; by its own words, which a title says nothing of. */
const COVERAGE = 0.6;
const OWN = 0.2;

/** What a trait makes of a unit. Fitted on the dev half of `bench answers`, in steps of a twentieth. */
const FACTORS = {
  rows: 0.95,
  open: 0.95,
  links: 0.9,
  frontmatter: 0.8,
  steps: 1.2,
  begins: 1.1,
  unfit: 0.9,
  introduces: 0.85,
  log: 0.92,
  counts: 1.2,
  defines: 1.15,
  phrase: 1.08,
  asks: 1.25,
  default: 1.15,
  // It tells of another than the one that is named.
  nameless: 0.85,
};

/** Kinds of questions about how things are; when they came to be so is asked of a log of changes. */
const NOW: ReadonlySet<AskedKind> = new Set(['how-to', 'definition', 'where', 'yes-no', 'comparison']);
const LOG = /(?:^|[/\s._-])(?:changelog|changes|history|release[ _-]?notes|releases|news)[^/]*$/iu;

/** True for a unit of a log of changes. */
export function isOfLog({ notePath }: Pick<Unit, 'notePath'>): boolean {
  return LOG.test(notePath);
}

/** How good a unit is as an answer: what it was found by, how much of the question it holds, and whether it is of the kind that is asked for. */
export function rateUnit(unit: Unit, traits: UnitTraits, asked: AskedKind, question: string): number {
  const most = (read: (found: Unit['found'][number]) => number) => Math.max(0, ...unit.found.map(read));
  let worth =
    unit.score *
    (1 + COVERAGE * most(({ coverage }) => coverage) + OWN * most(({ ownCoverage }) => ownCoverage));
  if (traits.onlyRows) worth *= FACTORS.rows;
  if (traits.open) worth *= FACTORS.open;
  if (traits.links) worth *= FACTORS.links;
  if (isPropertyOfKind(unit, asked, question)) worth *= FACTORS.begins;
  else if (traits.inFrontmatter) worth *= FACTORS.frontmatter;
  if (asked !== 'how-to' && asked !== 'other' && traits.onlyIntroduces) worth *= FACTORS.introduces;
  if (asked === 'how-to' && traits.steps) worth *= FACTORS.steps;
  // What a thing is, is said where its section begins.
  if (asked === 'definition' && unit.found.some(({ passage }) => passage?.at === 0)) worth *= FACTORS.begins;
  if (asked === 'definition' && defines(question, traits.text)) worth *= FACTORS.defines;
  if (asked === 'how-many' && countsAsked(question, traits.text)) worth *= FACTORS.counts;
  if (tellsDefaultAsked(question, traits.text)) worth *= FACTORS.default;
  worth *= FACTORS.phrase ** sharedPhrases(unit, question);
  if (NOW.has(asked) && isOfLog(unit)) worth *= FACTORS.log;
  // How something is done is asked in many words, and a heading says some of them.
  if (asked !== 'how-to' && headingAsks(unit, question)) worth *= FACTORS.asks;
  if (!isOfKind(traits, asked)) worth *= FACTORS.unfit;
  if (holdsRarestName(heldWords(unit)) < 1) worth *= FACTORS.nameless;
  return worth;
}

/** False where a unit can't say what is asked for: no figure, no time, nobody's name. */
export function isOfKind(traits: UnitTraits, asked: AskedKind): boolean {
  if (asked === 'how-many' || asked === 'how-much') return traits.count;
  if (asked === 'when') return traits.time;
  if (asked === 'who') return traits.name;
  return true;
}
