import type { TextRange } from '@memora/language/sentences';
import { readClauses } from '../clauses/read-clauses.ts';
import { toReadText } from '../clauses/to-read-text.ts';
import { type CitedSpan, readCited } from '../reading/cited-reading.ts';
import { readTerms, rootOf } from '../words/read-terms.ts';

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
const TELLING = /^\p{N}|^\p{Lu}/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}]/u;
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
  const isWrong = (from: (i: number) => number | undefined, to: (i: number) => number | undefined) =>
    places.some((place, i) => isMisplaced(raw.slice(from(i), to(i)), place, tell));
  const isBehind = !isWrong(
    (i) => places[i - 1]?.end ?? 0,
    (i) => places[i]?.start,
  );
  const first = tell(raw.slice(0, places[0]?.start), EVERYTHING);
  if (first.others + first.shared > 0) return isBehind;
  const last = places.at(-1) as Place;
  return (
    (isBehind && !isMisplaced(raw.slice(last.end), last, tell)) ||
    !isWrong(
      (i) => places[i]?.end,
      (i) => places[i + 1]?.start,
    )
  );
}

const EVERYTHING: ReadonlySet<CitedSpan> = new Set();

function isMisplaced(text: string, { cites }: Place, tell: Tell): boolean {
  // Nothing that this validator could read is cited there.
  if (cites.size === 0) return false;
  const clauses = readClauses(text, [], false).filter(({ tie }) => tie !== 'aside');
  const last = clauses.at(-1);
  return (
    isOthers(text) || (clauses.length > 1 && last !== undefined && isOthers(text.slice(last.start, last.end)))
  );

  function isOthers(stretch: string): boolean {
    const { own, others, shared } = tell(stretch, cites);
    return (
      own === 0 &&
      (others >= (UNSPACED.test(stretch) ? SEVERAL_PAIRS : SEVERAL) || (others > 0 && shared === 0))
    );
  }
}

/** Markers with nothing but marks and spaces between them cite the same stretch. */
function placesOf(raw: string, markers: readonly CitingMarker[]): Place[] {
  const places: { start: number; end: number; cites: Set<CitedSpan> }[] = [];
  for (const { start, end, cites } of markers) {
    const last = places.at(-1);
    if (last !== undefined && !/[\p{L}\p{N}]/u.test(raw.slice(last.end, start))) {
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
        const known = owners.get(key);
        if (known === undefined) owners.set(key, new Set([cited]));
        else known.add(cited);
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
