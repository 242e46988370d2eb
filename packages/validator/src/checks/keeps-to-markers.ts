import type { TextRange } from '@memora/language/sentences';
import { readClauses } from '../clauses/read-clauses.ts';
import { toReadText } from '../clauses/to-read-text.ts';
import { type CitedSpan, readCited } from '../reading/cited-reading.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import { readTerms, rootOf } from '../words/read-terms.ts';
import { UNSPACED } from '../words/unspaced.ts';

/** A marker of a statement with the spans that it cites: ranges from the start of the statement. */
export interface CitingMarker extends TextRange {
  readonly cites: readonly CitedSpan[];
}

/** Markers side by side, and what they cite together. */
interface Place extends TextRange {
  readonly cites: ReadonlySet<CitedSpan>;
}

/** What the citations of a place and those of the others tell of a stretch. */
interface Told {
  /** Words that the place's own spans have, and not all of the others. */
  readonly own: number;
  /** Words that only spans of other places have. */
  readonly others: number;
  /** Words that the place's own spans have, whoever else has them. */
  readonly shared: number;
}

type Tell = (text: string, cites: ReadonlySet<CitedSpan>) => Told;

/** A figure or name says more than a word. */
const TELLING = /^[\p{N}\p{Lu}]/u;
/** So much of another place's span is no coincidence; the same in pairs of characters. */
const SEVERAL = 2;
const SEVERAL_PAIRS = 4;

/**
 * False where a marker follows what another marker's span says and its own does not: `The office is in Berlin [tea], tea is hot [office].` A marker
 * covers what stands between the one before it and itself, so that a swap of two markers is a wrong citation twice. Where nothing stands
 * before the first marker, each covers what follows it.
 */
export function keepsToMarkers(raw: string, markers: readonly CitingMarker[]): boolean {
  const places = placesOf(raw, markers);
  if (places.length < 2) return true;
  const tell = createTell(places);
  const isBehind = !places.some((place, i) =>
    isMisplaced(raw.slice(places[i - 1]?.end, place.start), place, tell),
  );
  if (tell(raw.slice(0, places[0]?.start), new Set()).others > 0) return isBehind;
  const last = places.at(-1) as Place;
  return (
    (isBehind && !isMisplaced(raw.slice(last.end), last, tell)) ||
    !places.some((place, i) => isMisplaced(raw.slice(place.end, places[i + 1]?.start), place, tell))
  );
}

function isMisplaced(text: string, { cites }: Place, tell: Tell): boolean {
  // Nothing that this validator could read is cited there.
  if (cites.size === 0) return false;
  // Of several clauses the last one counts for itself.
  const last = readClauses(text, [], false)
    .filter(({ tie }) => tie !== 'aside')
    .slice(1)
    .at(-1);
  return [text, text.slice(last?.start, last?.end)].some((stretch) => {
    const { own, others, shared } = tell(stretch, cites);
    return (
      own === 0 &&
      (others >= (UNSPACED.test(stretch) ? SEVERAL_PAIRS : SEVERAL) || (others > 0 && shared === 0))
    );
  });
}

/** Markers with nothing but marks and spaces between them cite the same stretch. */
function placesOf(raw: string, markers: readonly CitingMarker[]): Place[] {
  const places: { start: number; end: number; cites: Set<CitedSpan> }[] = [];
  for (const { start, end, cites } of markers) {
    const last = places.at(-1);
    if (last !== undefined && !WORDLIKE.test(raw.slice(last.end, start))) {
      last.end = end;
      for (const each of cites) last.cites.add(each);
    } else places.push({ start, end, cites: new Set(cites) });
  }
  return places;
}

/** Looks words up in all cited spans at once, so that thousands of citations cost no more than their words. */
function createTell(places: readonly Place[]): Tell {
  const owners = new Map<string, Set<CitedSpan>>();
  const all = new Set(places.flatMap(({ cites }) => [...cites]));
  for (const cited of all) {
    const { spans, beside } = readCited([cited]);
    for (const { termIndex } of [...spans, beside])
      for (const key of [...termIndex.known, ...[...termIndex.roots].map((root) => `${root}…`)]) {
        owners.set(key, (owners.get(key) ?? new Set()).add(cited));
      }
  }
  return (text, cites) => {
    const read = toReadText(text);
    const told = { own: 0, others: 0, shared: 0 };
    for (const { key, start } of readTerms(read)) {
      const exact = owners.get(key);
      const root = rootOf(key);
      const near = root === null ? undefined : owners.get(`${root}…`);
      const weight = TELLING.test(read.slice(start)) ? SEVERAL : 1;
      const mine = [...cites].filter((each) => exact?.has(each) || near?.has(each)).length;
      const count = Math.max(exact?.size ?? 0, near?.size ?? 0);
      if (mine > 0) told.shared++;
      if (mine > 0 && count < all.size) told.own++;
      else if (mine === 0 && count > 0) told.others += weight;
    }
    return told;
  };
}
