import type { Claim } from '@memora/claims';
import { type Band, fingerprint, type SpanLike, strictestBand } from '@memora/core';
import type { CitableClaim } from '@memora/validator';
import { bandsByBytes } from '../../privacy/live-bands.ts';
import type { BandSettings } from '../../privacy/read-note-bands.ts';
import { readNoteUnits } from './note-units.ts';

/** The place of a citable unit when it was shown. */
interface KnownUnit {
  readonly notePath: string;
  readonly noteId: string;
  readonly span: SpanLike;
  readonly fingerprint: string;
}

/** Units that were shown and may be cited, by id. */
export type KnownUnits = Map<string, KnownUnit>;

/** Maximum number kept by a process; the oldest is dropped first. */
const MOST_KNOWN = 50_000;

/** Stores the place of a unit, so that its id is found without reading every note. */
export function rememberUnit(known: KnownUnits, id: string, unit: KnownUnit): void {
  known.delete(id);
  known.set(id, unit);
  if (known.size > MOST_KNOWN) for (const first of known.keys()) return void known.delete(first);
}

/** The dependencies of looking up units. */
interface UnitPorts {
  readonly known: KnownUnits;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly bandSettings: BandSettings;
  /** Returns the claims of a note, with the bands that the note gives them now. */
  readonly claimsOf: (notePath: string) => Promise<readonly Claim[]>;
  /** Returns the spans of a note's passages, which contain nothing erased or forgotten. Absent if they are unavailable. */
  readonly spansOf?: (notePath: string) => Promise<readonly SpanLike[]>;
  /** Returns all notes that are not secret; absent if they may not be read one by one. */
  readonly notes?: () => Promise<readonly { readonly path: string; readonly noteId: string }[]>;
  /** True if the verifying caller may see text that became secret. */
  readonly showsSecrets: boolean;
}

/**
 * Returns the units with these ids as claims, from the current notes. A unit that overlaps claims takes their status, assertion and band. A unit whose bytes
 * are gone keeps its old place, so that its check reports it.
 */
export async function findCitableUnits(
  ids: readonly string[],
  given: UnitPorts,
): Promise<Map<string, CitableClaim>> {
  const ports = withListsOnce(given);
  const found = new Map<string, CitableClaim>();
  const unknown = new Set<string>();
  for (const id of ids) {
    const known = ports.known.get(id);
    if (known === undefined) unknown.add(id);
    else found.set(id, await toCitable(id, known, ports));
  }
  if (unknown.size === 0 || ports.notes === undefined) return found;
  for (const { path, noteId } of await ports.notes()) {
    const bytes = await ports.readNote(path);
    if (bytes === null) continue;
    const { units } = await readNoteUnits(bytes, { path, noteId }, { ...ports.bandSettings, once: true });
    const wanted = units.filter(({ id }) => unknown.has(id));
    for (const { id, span } of wanted) {
      if (!(await isOpen(path, span, ports)) || !unknown.delete(id)) continue;
      const print = fingerprint(bytes.subarray(span.start, span.end));
      const unit = { notePath: path, noteId, span, fingerprint: print };
      rememberUnit(ports.known, id, unit);
      found.set(id, await toCitable(id, unit, ports));
    }
    if (unknown.size === 0) break;
  }
  return found;
}

/** One lookup reads one state of the index: a note's entries are listed once for all of its units. */
function withListsOnce({ claimsOf, spansOf, ...ports }: UnitPorts): UnitPorts {
  return {
    ...ports,
    claimsOf: oncePerNote(claimsOf),
    ...(spansOf === undefined ? {} : { spansOf: oncePerNote(spansOf) }),
  };
}

function oncePerNote<List>(list: (notePath: string) => Promise<List>): (notePath: string) => Promise<List> {
  const listed = new Map<string, Promise<List>>();
  return (notePath) => {
    const known = listed.get(notePath) ?? list(notePath);
    listed.set(notePath, known);
    return known;
  };
}

/** False for erased or forgotten text, and if the note differs from its index. */
async function isOpen(path: string, span: SpanLike, { spansOf }: UnitPorts): Promise<boolean> {
  if (spansOf === undefined) return true;
  return (await spansOf(path)).some(({ start, end }) => start <= span.start && span.end <= end);
}

async function toCitable(id: string, known: KnownUnit, ports: UnitPorts): Promise<CitableClaim> {
  const { notePath, noteId } = known;
  const gone: CitableClaim = {
    id,
    notePath,
    span: known.span,
    // Empty: a unit that is gone from its note or erased must not be found again elsewhere.
    fingerprint: null,
    status: 'current',
    assertion: 'asserted',
    band: 'private',
  };
  const bytes = await ports.readNote(notePath);
  if (bytes === null) return gone;
  const { title, units } = await readNoteUnits(bytes, { path: notePath, noteId }, ports.bandSettings);
  const unit = units.find((each) => each.id === id);
  const band = await bandOf(bytes, unit?.span ?? known.span, notePath, ports.bandSettings);
  if (band === 'secret' && !ports.showsSecrets)
    return { id, notePath, span: known.span, fingerprint: null, band, withheld: true };
  if (unit === undefined || !(await isOpen(notePath, unit.span, ports))) return { ...gone, band };
  const over = (await ports.claimsOf(notePath)).filter((claim) => overlaps(claim.span, unit.span));
  return {
    id,
    notePath,
    span: unit.span,
    fingerprint: fingerprint(bytes.subarray(unit.span.start, unit.span.end)),
    subject: title,
    predicate: 'states',
    object: null,
    noteTitle: title,
    headingPath: unit.headingPath,
    ...inherit(over),
    band: strictestBand(band, ...over.map((claim) => claim.band)),
  };
}

/** Returns what a unit takes from the claims that it overlaps. It is valid as long as one of them is. */
function inherit(claims: readonly Claim[]): Pick<CitableClaim, 'status' | 'assertion' | 'validUntil'> {
  const standing = claims.find(({ status }) => status !== 'superseded' && status !== 'retracted');
  const first = standing ?? claims[0];
  if (first === undefined) return { status: 'current', assertion: 'asserted' };
  return { status: first.status, assertion: first.assertion, validUntil: first.validUntil };
}

export function overlaps(one: SpanLike, other: SpanLike): boolean {
  return one.start < other.end && other.start < one.end;
}

async function bandOf(
  bytes: Uint8Array,
  span: SpanLike,
  path: string,
  settings: BandSettings,
): Promise<Band> {
  const { band, regions } = await bandsByBytes(settings)(bytes, path);
  return strictestBand(band, ...regions.filter((region) => overlaps(region, span)).map(({ band }) => band));
}
