import { normaliseTerm } from '@memora/core';
import { type AskedKind, tellsChange } from '@memora/language/asked';
import { heldWords, holdsRarestName, tellsForm } from '../evidence/held-words.ts';
import { answersAsked, coverageOf } from './answers-asked.ts';
import { fitsQuestion } from './fits-question.ts';
import { rateUnit } from './rate-unit.ts';
import { readTraits } from './read-traits.ts';
import type { Unit } from './unit.ts';

/** A unit less than this share as good as the best is not worth reading beside it. */
const GAP = 0.89;
/** So much better is a unit of the note that the best one stands in: it goes on with what is read already. */
const SAME_NOTE = 1.2;
export const MOST_UNITS = 3;
/** What is left of a unit that can't be what is asked for: whoever asks who made a thing wants a name first. */
const MISFIT = 0.8;
/** What is won by a unit that tells by its form what is asked for: the temperature, the price. */
const FORM = 1.1;
/** What holds less than this share of what the answer holds of a question is no beginning of it. */
const MUCH = 0.7;
/** Lines of an answer, where it is not told how something is done: of a long list beside an answer nobody wants to look for what it adds. */
const MOST_LINES = 8;

/** A unit with what it is worth as an answer. */
export interface RatedUnit {
  readonly unit: Unit;
  readonly worth: number;
  /** True where it holds enough of what is asked for, and what is asked for can be in it. */
  readonly answers: boolean;
  /** It can be what is asked for. */
  readonly fits: boolean;
  /** How much of what is asked for it holds. */
  readonly coverage: number;
  /** It holds the name that is asked for, or none is. */
  readonly isNamed: boolean;
  /** A line of the frontmatter. */
  readonly isProperty: boolean;
  /** It holds a word that is asked for itself, and not only what stands over it or beside it. */
  readonly isAbout: boolean;
  /** Nothing but links to elsewhere, or words that introduce what it does not show. */
  readonly leads: boolean;
  /** What it says, line by line, in letters and figures alone. */
  readonly said: ReadonlySet<string>;
  /** Lines that a reader sees of it. */
  readonly lines: number;
  /** Its words, in small letters and without signs. */
  readonly words: string;
}

/** The units in the order of what they are worth as answers. Of how something changed, only what tells a change does. */
export function rateUnits(
  units: readonly Unit[],
  asked: AskedKind,
  question: string,
  isHistory = false,
): RatedUnit[] {
  return units
    .map((unit) => {
      const traits = readTraits(unit);
      const fits = fitsQuestion(unit, traits, asked, question) && (!isHistory || tellsChange(traits.prose));
      return {
        unit,
        worth: rateUnit(unit, traits, asked, question) * (fits ? 1 : MISFIT) * (tellsForm(unit) ? FORM : 1),
        fits,
        answers: fits && answersAsked(unit, traits, asked, question),
        coverage: coverageOf(unit).coverage,
        isNamed: holdsRarestName(heldWords(unit)) > 0,
        isProperty: traits.inFrontmatter,
        isAbout: unit.found.some(({ evidence }) =>
          evidence.some(({ words }) => words.some(({ own }) => own > 0)),
        ),
        leads: traits.onlyLeads || traits.leadsOn || traits.open,
        said: new Set(unit.blocks.flatMap(({ lines }) => lines.map(({ text }) => signless(text)))),
        lines: countLines(unit),
        words: normaliseTerm(traits.text),
      };
    })
    .sort((a, b) => b.worth - a.worth);
}

/** True where most of what the shorter of two says stands in the other too, whatever signs it is written with. */
function saysTheSame(a: RatedUnit, b: RatedUnit): boolean {
  const [shorter, longer] = a.said.size <= b.said.size ? [a.said, b.said] : [b.said, a.said];
  const shared = [...shorter].filter((line) => longer.has(line)).length;
  return shared * 2 > shorter.size;
}

/**
 * The units that are worth reading: the best, and those that are nearly as good; several that say the same are one. None where none of them answers: nearest is not the
 * same as near.
 */
export function chooseUnits(rated: readonly RatedUnit[], asked: AskedKind): Unit[] {
  // What does the same to another thing holds all words of the question, and stands before what does it to this one.
  const first = asked === 'how-to' ? rated.filter(({ fits }) => fits) : rated;
  const best = first.slice(0, MOST_UNITS).find(({ answers }) => answers);
  if (best === undefined) return [];
  const chosen: RatedUnit[] = [];
  const most = asked === 'how-to' ? Number.POSITIVE_INFINITY : MOST_LINES;
  for (const each of rated) {
    if (chosen.length >= MOST_UNITS) break;
    // What ranks before it by what stands around it, and does not answer, is no first step.
    if (
      asked === 'how-to' &&
      !each.answers &&
      each.worth > best.worth &&
      each.coverage < best.coverage * MUCH
    )
      continue;
    const isSame = each.unit.notePath === best.unit.notePath;
    if (
      each.worth * (isSame ? SAME_NOTE : 1) < best.worth * GAP ||
      !(each.answers || (isSame && !each.isProperty && each.isNamed))
    )
      continue;
    // Who made another thing, and what is done to another, is no more an answer for standing in the same note.
    if (!each.fits && (asked === 'how-to' || asked === 'who')) continue;
    // What stands beside an answer and speaks of nothing that is asked for is another thing of the same note; a step of a way is not.
    if (asked !== 'how-to' && chosen.length > 0 && best.isAbout && !each.isAbout) continue;
    // Beside an answer, a row of links only leads away from it.
    if (each.leads && (chosen.length > 0 || !each.answers)) continue;
    // What stands there in the reader's own language is not read again in another.
    if (each.unit.inOtherLanguage && !best.unit.inOtherLanguage && each.coverage <= best.coverage) continue;
    // Another note that holds less of what is asked for is about something else.
    if (!isSame && each.coverage < best.coverage) continue;
    if (chosen.some(({ words }) => words.includes(each.words))) continue;
    const shown = chosen.reduce((sum, { lines }) => sum + lines, 0);
    if (chosen.length > 0 && shown + each.lines > most) continue;
    const twin = chosen.findIndex((other) => saysTheSame(other, each));
    if (twin < 0) chosen.push(each);
    // Of two that say the same, the one that says more is read.
    else if (each.said.size > (chosen[twin]?.said.size ?? 0)) chosen[twin] = each;
  }
  return chosen.map(({ unit }) => unit);
}

/** A passage is told on one line, and code on its own. */
function countLines({ blocks }: Unit): number {
  return blocks.reduce(
    (sum, { kind, lines }) =>
      sum + (kind === 'code' ? lines.flatMap(({ text }) => text.split('\n')).length : 1),
    0,
  );
}

function signless(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
