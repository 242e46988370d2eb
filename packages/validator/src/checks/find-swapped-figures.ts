import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import { compareFigures, indexFigures } from '../figures/compare-figures.ts';
import type { Figure } from '../figures/figure.ts';
import { packText } from '../figures/pack-text.ts';
import { readFigures } from '../figures/read-figures.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import { indexEvidence } from './check-figures.ts';

/** Statements with more parts are not compared. */
const MOST_PARTS = 12;

/**
 * Finds figures that belong to another source than the one whose marker follows: `The garage costs 950 EUR [A] and the flat costs 80 EUR [B]`, if A has 80 and
 * B has 950. Reported only if its own source has another figure of the unit, or one that another part of the statement contains. Only markers with words
 * between them split a statement.
 */
export function findSwappedFigures(
  unit: StatementUnit,
  markerPlaces: readonly (readonly CitedPlace[])[],
  settings: VerificationSettings,
): TokenDisagreement[] {
  const parts = partsOf(unit, markerPlaces);
  if (parts.length < 2 || parts.length > MOST_PARTS) return [];
  const read = parts.map((part) => ({
    ...part,
    said: readFigures(part.text),
    quoted: quotedFigures(part.places),
  }));
  return read.flatMap(({ places, said, quoted }) => {
    if (said.length === 0 || places.length === 0) return [];
    const passages = [...new Set(places.flatMap((place) => place.passages))];
    const others = read.filter((part) => part.said !== said);
    const isOther = ({ keys }: Figure, of: (part: (typeof read)[number]) => readonly Figure[]) =>
      others.some((part) => of(part).some((other) => other.keys.some((key) => keys.includes(key))));
    const isSwapped = ({ decisive, statementToken, evidenceToken }: TokenDisagreement, inQuote: boolean) => {
      const own = said.filter(({ text }) => text === statementToken);
      return (
        decisive &&
        (!inQuote || own.some((figure) => isOther(figure, (part) => part.quoted))) &&
        readFigures(evidenceToken ?? '').some(
          (figure) =>
            (figure.unit !== '' && own.some(({ unit }) => unit === figure.unit)) ||
            isOther(figure, (part) => part.said),
        )
      );
    };
    const apart = compareFigures(said, indexEvidence(places, passages, settings).figures()).filter((found) =>
      isSwapped(found, false),
    );
    if (apart.length > 0) return apart;
    const quotes = places.map(({ quote }) => quote);
    const packed = () => packText(quotes.join('\n'));
    return compareFigures(said, indexFigures([quoted], packed)).filter((found) => isSwapped(found, true));
  });
}

/** Returns the figures of the cited words if there are few, because several citations may be in one passage. */
function quotedFigures(places: readonly CitedPlace[]): readonly Figure[] {
  return places.flatMap(({ quote }) => (quote.length > LONGEST_QUOTE ? [] : readFigures(quote)));
}

const LONGEST_QUOTE = 400;

interface Part {
  text: string;
  places: readonly CitedPlace[];
}

/** Splits a statement at its markers; each part has what its markers cite. Text after the last marker belongs to the last part. */
function partsOf(
  { raw, start, markers }: StatementUnit,
  markerPlaces: readonly (readonly CitedPlace[])[],
): Part[] {
  const parts: Part[] = [];
  let at = 0;
  markers.forEach((marker, i) => {
    if (marker.end <= marker.start) return;
    const text = raw.slice(at, marker.start - start);
    const places = markerPlaces[i] ?? [];
    const last = parts.at(-1);
    if (last !== undefined && !WORDLIKE.test(text)) last.places = [...last.places, ...places];
    else parts.push({ text, places });
    at = marker.end - start;
  });
  const last = parts.at(-1);
  if (last !== undefined) last.text += ` ${raw.slice(at)}`;
  return parts;
}
