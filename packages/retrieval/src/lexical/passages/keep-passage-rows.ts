import type { KeptRows } from '../../source/kept-rows.ts';
import type { ClaimPlace, PassageRow, PassageRows } from './passage-rows.ts';

/** Letters of passages that are kept: those of some thousand notes of a sentence, or of some hundred long ones. */
const MOST_LETTERS = 4_000_000;

/** Reads of passages and of the claims in them that ask for none twice while nothing is written. */
export function keepPassageRows(read: PassageRows, kept: KeptRows): PassageRows {
  const rows = kept.byKey<number, PassageRow>(
    (keys) => read.rows(keys).map((row) => [row.key, row] as const),
    { sizeOf: lettersOf, most: MOST_LETTERS },
  );
  const places = kept.byKey<number, readonly ClaimPlace[]>((passages) =>
    Map.groupBy(read.claimsIn(passages), ({ passage }) => passage),
  );
  const placeOf = kept.byKey<number, ClaimPlace>((claims) =>
    read.placesOf(claims).map((place) => [place.key, place] as const),
  );
  return {
    rows: rows.list,
    claimsIn: (passages) => places.list(passages).flat(),
    placesOf: (claims) => [...placeOf(claims).values()],
  };
}

function lettersOf({ fields }: PassageRow): number {
  return fields.reduce((sum, field) => sum + field.length, ROW);
}

/** What a row takes besides its texts, in letters. */
const ROW = 200;
