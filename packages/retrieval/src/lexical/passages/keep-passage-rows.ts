import type { KeptRows } from '../../source/kept-rows.ts';
import type { ClaimPlace, PassageRow, PassageRows } from './passage-rows.ts';

/** UTF-16 units of passages that are cached: those of a few thousand one-sentence notes, or of a few hundred long ones. */
const MOST_LETTERS = 4_000_000;

/** Wraps reads of passages and their claims in a cache that is valid until something is written. */
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

/** The size of a row without its texts, in UTF-16 units. */
const ROW = 200;
