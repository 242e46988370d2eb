import { strictestBand } from '@memora/core';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { QuoteCheck, WordDifference, Wording } from '../contract/verification-report.ts';
import { shareKey } from '../figures/compare-figures.ts';
import { readFigures, saidFigures } from '../figures/read-figures.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import type { NotePassage } from '../passages/note-text.ts';
import { readBoxes } from '../passages/read-boxes.ts';
import type { LineAbove } from '../statements/blocks/lines-above.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { asWritten } from '../wording/as-written.ts';
import { readWording } from '../wording/read-wording.ts';
import { readWords } from '../wording/read-words.ts';
import { byGuard } from './by-guard.ts';
import { askedText, checkFigures, figuresOf } from './check-figures.ts';
import { checkQuotations } from './check-quotations.ts';
import { findForeignMarkup } from './find-foreign-markup.ts';
import { findOtherRows } from './find-other-rows.ts';
import { findSwappedFigures } from './find-swapped-figures.ts';
import { isDerived } from './is-derived.ts';

/** A statement, and the places it cites. */
export interface HeldInput {
  readonly unit: StatementUnit;
  readonly plain: string;
  readonly headText: string | null;
  /** The lines of the answer that introduce it, outermost first. */
  readonly above: readonly LineAbove[];
  readonly places: readonly CitedPlace[];
  /** The places of each marker of the unit. */
  readonly markerPlaces: readonly (readonly CitedPlace[])[];
  readonly settings: VerificationSettings;
}

/** How a statement agrees with the places it cites. */
export interface HeldStatement {
  /** The status of all its citations if its quotations or figures fail. */
  readonly refusal: 'quote_mismatch' | 'token_mismatch' | null;
  readonly quotes: readonly QuoteCheck[];
  readonly disagreements: readonly TokenDisagreement[];
  readonly wording: Wording;
  readonly differences: readonly WordDifference[];
  /** The line above it that its note does not have there, if it is the only difference; else `''`. */
  readonly lineAbove: string;
  readonly isSecret: boolean;
}

/** Compares a statement with the places it cites. */
export function hold(input: HeldInput): HeldStatement {
  const { unit, plain, headText, above, places, markerPlaces, settings } = input;
  const passages = [...new Set(places.flatMap((each) => each.passages))];
  const isQuote = unit.lead.includes('>');
  const { tasks: boxes, all: allBoxes } = readBoxes(unit.lead + plain);
  const isCode = unit.role === 'code';
  const aligned = readWording(
    {
      text: plain,
      isQuote,
      boxes,
      allBoxes,
      isBehind: !unit.first,
      linesAbove: above.map((line) => line.plain),
      head: headText,
    },
    passages,
    places.map(({ range }) => range),
  );
  const reading = isOtherWriting(plain, aligned.differences, passages)
    ? { ...aligned, wording: 'paraphrased' as const }
    : aligned;
  // Text that is verbatim in the note needs no further check.
  const { lineAbove = '' } = aligned;
  const isVerbatim = reading.wording === 'quoted' || lineAbove !== '';
  const quotes = isVerbatim || isCode ? [] : checkQuotations(plain, places, settings);
  const markup = findForeignMarkup(plain, places, settings).map(({ disagreement }) => disagreement);
  const figures = [
    ...checkFigures({ plain, headText, places, passages, settings, isVerbatim }).map((each) =>
      each.decisive && isDerived(each, plain, passages)
        ? { ...each, evidenceToken: null, decisive: false }
        : each,
    ),
    ...(isVerbatim
      ? []
      : [
          ...findSwappedFigures(unit, markerPlaces, settings),
          ...findOtherRows(plain, passages, () => readFigures(askedText(settings))),
        ]),
  ];
  const disagreements = [...markup, ...byGuard(figures, settings)];
  const guarded = places.some((each) => each.note.isGuarded) ? places.map((each) => each.quote) : null;
  return {
    refusal: quotes.some(({ grounded }) => !grounded)
      ? 'quote_mismatch'
      : disagreements.some(({ decisive }) => decisive)
        ? 'token_mismatch'
        : null,
    quotes,
    disagreements: guarded === null ? disagreements : guardTokens(disagreements, guarded),
    wording: reading.wording,
    lineAbove,
    // Text between the words of a guarded note is hidden too.
    differences:
      guarded === null
        ? asWritten(reading.differences, plain, passages)
        : asWritten(guardDifferences(reading.differences, guarded), plain, []),
    isSecret: strictestBand(...places.map(({ claim }) => claim.band ?? 'private')) === 'secret',
  };
}

/** If more differs, the figures are not the only difference. */
const MOST_REWRITTEN = 8;

/** True if only the notation of figures differs from the note: `1/3` for a third. */
function isOtherWriting(
  plain: string,
  differences: readonly WordDifference[],
  passages: readonly NotePassage[],
): boolean {
  if (differences.length === 0 || differences.length > MOST_REWRITTEN) return false;
  if (differences.some(({ here, there }) => here === '' || there === '')) return false;
  const said = saidFigures(plain);
  const known = passages.flatMap(figuresOf);
  return differences.every(({ here, there }) =>
    said.some(
      (figure) =>
        readWords(figure.text).join(' ') === here &&
        known.some((other) => readWords(other.text).join(' ') === there && shareKey(figure, other)),
    ),
  );
}

/** If a note's hidden spans are unknown, only the cited words of it are shown. */
function guardTokens(found: readonly TokenDisagreement[], quotes: readonly string[]): TokenDisagreement[] {
  return found.map((each) => {
    const { evidenceToken } = each;
    return evidenceToken === null || quotes.some((quote) => quote.includes(evidenceToken))
      ? each
      : { ...each, evidenceToken: null };
  });
}

function guardDifferences(found: readonly WordDifference[], quotes: readonly string[]): WordDifference[] {
  const known = new Set(quotes.flatMap(readWords));
  return found.map(({ here, there }) => ({
    here,
    there: there.split(' ').every((word) => known.has(word)) ? there : '',
  }));
}
