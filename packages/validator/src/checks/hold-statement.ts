import { strictestBand } from '@memora/core';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { QuoteCheck, WordDifference, Wording } from '../contract/verification-report.ts';
import { checkFigures } from '../figures/check-figures.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { readWording } from '../wording/read-wording.ts';
import { readWords } from '../wording/read-words.ts';
import { checkQuotations } from './check-quotations.ts';
import { findForeignMarkup } from './find-foreign-markup.ts';
import { findSwappedFigures } from './find-swapped-figures.ts';

/** A statement, and what it cites. */
export interface HeldInput {
  readonly unit: StatementUnit;
  readonly plain: string;
  readonly headText: string | null;
  readonly places: readonly CitedPlace[];
  /** Those of each marker of the unit. */
  readonly markerPlaces: readonly (readonly CitedPlace[])[];
  readonly settings: VerificationSettings;
}

/** What a statement shares with what it cites. */
export interface HeldStatement {
  /** The status of all its citations where its quotations or figures do not hold. */
  readonly refusal: 'quote_mismatch' | 'token_mismatch' | null;
  readonly quotes: readonly QuoteCheck[];
  readonly disagreements: readonly TokenDisagreement[];
  readonly wording: Wording;
  readonly differences: readonly WordDifference[];
  readonly isSecret: boolean;
}

/** Holds a statement against the places it cites. */
export function hold({ unit, plain, headText, places, markerPlaces, settings }: HeldInput): HeldStatement {
  const passages = [...new Set(places.flatMap((each) => each.passages))];
  const isQuote = unit.lead.includes('>');
  const isOpenTask = unit.lead.trimEnd().endsWith('[ ]');
  const isCode = unit.role === 'code';
  const reading = readWording(
    { text: plain, isQuote, isOpenTask, isBehind: !unit.first },
    passages,
    places.map(({ range }) => range),
  );
  // What stands in the note as it is needs no further look.
  const isVerbatim = reading.wording === 'quoted';
  const quotes = isVerbatim || isCode ? [] : checkQuotations(plain, places, settings);
  const markup = findForeignMarkup(plain, places, settings).map(({ disagreement }) => disagreement);
  const figures = checkFigures({ plain, headText, places, passages, settings, isVerbatim });
  const disagreements = [
    ...markup,
    ...figures,
    ...(isVerbatim ? [] : findSwappedFigures(unit, markerPlaces, settings)),
  ];
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
    differences: guarded === null ? reading.differences : guardDifferences(reading.differences, guarded),
    isSecret: strictestBand(...places.map(({ claim }) => claim.band ?? 'private')) === 'secret',
  };
}

/** Where nobody said what of a note is hidden, nothing is told of it but the words that are cited. */
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
