import { basename, extname, join } from 'node:path';
import type { Claim, ClaimReader, StoredNote } from '@memora/claims';
import { type Band, decodeText, hasFingerprint, sliceSpan, strictestBand } from '@memora/core';
import { maskSpans } from '@memora/privacy';
import type { Hit } from '@memora/retrieval';
import { verifyCitations } from '@memora/validator';
import { rememberByBytes } from '@memora/vault/internal';
import { statOrNull } from '../indexing/stat-or-null.ts';
import { REDACTED } from '../json/to-claim-json.ts';
import { isSeenIn } from '../opening/create-kept-notes.ts';
import type { NoteSnapshot } from '../opening/create-note-snapshot.ts';
import { type BandSettings, type NoteBands, readBandsOnce } from './read-note-bands.ts';
import { spanHash } from './span-hash.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * The methods of a claim store that are used here. SQLite answers synchronously, a shared store after a
 * query.
 */
export interface LiveStore extends Pick<ClaimReader, 'getClaims'> {
  readonly matchesSpan: (id: string, bytes: Uint8Array) => boolean | Promise<boolean>;
  /** The stamp of a note's file when it was indexed; null if there is no file. */
  readonly stampOf: (
    notePath: string,
  ) => { readonly size: number; readonly mtimeMs: number; readonly indexedAtMs: number } | null;
}

/** The dependencies of reading current claims. */
export interface LivePorts {
  readonly root: string;
  readonly store: () => Promise<LiveStore>;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly settings: BandSettings;
  /** Notes of earlier questions; only for callers that read their hits again. */
  readonly kept?: Pick<NoteSnapshot, 'known' | 'keep'> | undefined;
}

/** A claim with the band that the note's bytes give it at this moment, if that is stricter than the indexed one. */
export interface LiveClaim {
  readonly claim: Claim;
  /** The current place of its bytes; null if the file does not have them. */
  readonly span: Place | null;
  /** The words of its span, from the same bytes as the band; null if the file does not contain them. */
  readonly text: string | null;
  /** The note's bytes that everything was read from; null if there is none. */
  readonly bytes: Uint8Array | null;
}

/** Claims as their notes have them now. A marker that was added a moment ago counts before it is indexed. */
export interface LiveClaims {
  /** Reads the note once; the text and the band come from the same bytes. */
  readonly read: (claim: Claim) => Promise<LiveClaim>;
  /**
   * True if the note still contains the claim's words. A secret claim of a note that has not changed since it
   * was indexed counts as contained, because its words cannot be compared without the vault's key.
   */
  readonly stands: (claim: Claim) => Promise<boolean>;
  /**
   * The claim as its note has it now, if the note is kept and contained its words; undefined if it must be
   * read.
   */
  readonly settledIn: (claim: Claim) => Claim | undefined;
  /** Keeps a note that contains the claim's words at their place. */
  readonly settle: (claim: Claim) => Promise<void>;
  /** Tightens bands. With `settled`, notes whose size and time are the indexed ones are skipped. */
  readonly tighten: (claims: readonly Claim[], options?: { readonly settled?: boolean }) => Promise<Claim[]>;
  /**
   * Notes with their current bands. If a note's title became hidden since, the note has its file name as
   * title, like a secret note.
   */
  readonly tightenNotes: (notes: readonly StoredNote[]) => Promise<StoredNote[]>;
}

const NOTES_AT_ONCE = 64;

interface CachedPorts extends LivePorts {
  readonly bandsOf: (bytes: Uint8Array, path: string) => Promise<NoteBands>;
  /**
   * Claims whose words were already found in the same bytes: an answer looks for most of its claims several
   * times.
   */
  readonly seenIn: WeakMap<Uint8Array, Set<string>>;
}

type BandsOf = CachedPorts['bandsOf'];
const bandsOfBy = new WeakMap<BandSettings, BandsOf>();

/** Reads the bands of the same bytes once for all questions with the same settings. */
export function bandsByBytes(settings: BandSettings): BandsOf {
  const known = bandsOfBy.get(settings);
  if (known !== undefined) return known;
  const ofPath = rememberByBytes((bytes, path) => readBandsOnce(bytes, path, settings));
  // A question inspects the same bytes many times, so they are hashed once.
  const byBytes = new WeakMap<Uint8Array, Promise<NoteBands>>();
  const bandsOf: BandsOf = (bytes, path) => {
    const bands = byBytes.get(bytes) ?? ofPath(bytes, path);
    byBytes.set(bytes, bands);
    return bands;
  };
  bandsOfBy.set(settings, bandsOf);
  return bandsOf;
}

export function createLiveClaims(given: LivePorts): LiveClaims {
  const ports: CachedPorts = { ...given, bandsOf: bandsByBytes(given.settings), seenIn: new WeakMap() };
  return {
    read: async (claim) => {
      const bytes = await ports.readNote(claim.notePath);
      if (bytes === null) {
        const isHidden = await isUnread(claim.notePath, ports);
        return {
          claim: isHidden ? withBand(claim, 'secret', 'secret') : claim,
          span: null,
          text: null,
          bytes,
        };
      }
      const span = await findSpan(claim, bytes, ports);
      const bands = await ports.bandsOf(bytes, claim.notePath);
      const text = span === null ? null : decodeText(bytes.subarray(span.start, span.end)).text;
      return { claim: withBand(claim, bandAt(bands, span), bands.band), span, text, bytes };
    },
    stands: async (claim) => {
      if (claim.band === 'secret' && (await isSettled(claim.notePath, ports))) return true;
      const bytes = await ports.readNote(claim.notePath);
      return bytes !== null && (await findSpan(claim, bytes, ports)) !== null;
    },
    settledIn: (claim) => {
      const note = claim.band === 'secret' ? undefined : ports.kept?.known(claim.notePath);
      if (note === undefined || !isSeenIn(note, claim)) return undefined;
      return withBand(claim, note.bands.band, note.bands.band);
    },
    settle: async (claim) => {
      const { id, span, notePath } = claim;
      const known = ports.kept?.known(notePath);
      const bytes = ports.kept === undefined ? null : await ports.readNote(notePath);
      if (bytes === null || ports.seenIn.get(bytes)?.has(placeOf(claim)) !== true) return;
      const note = known ?? ports.kept?.keep(notePath, bytes, await ports.bandsOf(bytes, notePath));
      note?.spans.set(id, span);
    },
    tighten: async (claims, { settled = false } = {}) => {
      const live = new Map<Claim, Claim>();
      const visit = async ([path, group]: [string, Claim[]]): Promise<void> => {
        const open = group.filter(({ band }) => band !== 'secret');
        if (open.length === 0 || (settled && (await isSettled(path, ports)))) return;
        const now = await bandsNow(path, open, ports);
        for (const [claim, { band, note }] of now) live.set(claim, withBand(claim, band, note));
      };
      const notes = [...Map.groupBy(claims, ({ notePath }) => notePath)];
      for (let at = 0; at < notes.length; at += NOTES_AT_ONCE)
        await Promise.all(notes.slice(at, at + NOTES_AT_ONCE).map(visit));
      return claims.map((claim) => live.get(claim) ?? claim);
    },
    tightenNotes: async (notes) => {
      const tightened: StoredNote[] = [];
      for (let at = 0; at < notes.length; at += NOTES_AT_ONCE) {
        // For tens of thousands of claims, other callers get a turn in between. `node:timers/promises` is not used, because each question would load it.
        if (at > 0) await new Promise((resolve) => setImmediate(resolve));
        tightened.push(
          ...(await Promise.all(notes.slice(at, at + NOTES_AT_ONCE).map((note) => noteNow(note, ports)))),
        );
      }
      return tightened;
    },
  };
}

async function noteNow(note: StoredNote, ports: CachedPorts): Promise<StoredNote> {
  if (note.band === 'secret' || (await isSettled(note.path, ports))) return note;
  const bytes = await ports.readNote(note.path);
  if (bytes === null)
    return (await isUnread(note.path, ports))
      ? { ...note, band: 'secret', title: basename(note.path, extname(note.path)) }
      : note;
  const { band: own, regions } = await ports.bandsOf(bytes, note.path);
  const band = strictestBand(note.band, own);
  const hidden = regions.filter((region) => region.band === 'secret');
  const isShown = band !== 'secret' && (hidden.length === 0 || standsOutside(note.title, bytes, hidden));
  return { ...note, band, title: isShown ? note.title : basename(note.path, extname(note.path)) };
}

/** True if a note contains a text outside of these places. */
function standsOutside(text: string, bytes: Uint8Array, places: readonly Place[]): boolean {
  const open = maskSpans(bytes, places);
  return open !== null && decodeText(open).text.normalize('NFC').includes(text.normalize('NFC'));
}

/** The bands of a claim and of its note, as the note has them now. */
interface BandsNow {
  readonly band: Band;
  readonly note: Band;
}

async function bandsNow(
  path: string,
  claims: readonly Claim[],
  ports: CachedPorts,
): Promise<Map<Claim, BandsNow>> {
  const bytes = await ports.readNote(path);
  if (bytes === null) {
    if (!(await isUnread(path, ports))) return new Map();
    return new Map(claims.map((claim) => [claim, { band: 'secret', note: 'secret' }]));
  }
  const bands = await ports.bandsOf(bytes, path);
  const result = new Map<Claim, BandsNow>();
  for (const claim of claims) {
    // If the whole note has one band, the claim's place in it does not matter.
    const span = bands.regions.length === 0 ? claim.span : await findSpan(claim, bytes, ports);
    const isHistory = span === null && (await isSettled(path, ports));
    // A claim that was indexed as history of an unchanged note has the band of the index.
    result.set(claim, { band: isHistory ? bands.band : bandAt(bands, span), note: bands.band });
  }
  return result;
}

/** The current place of the claim's bytes; null if they are gone. */
async function findSpan(claim: Claim, bytes: Uint8Array, ports: CachedPorts): Promise<Place | null> {
  const key = placeOf(claim);
  const seen = ports.seenIn.get(bytes);
  if (seen?.has(key)) return claim.span;
  const old = sliceSpan(bytes, claim.span);
  if (old !== null && (isSaidBy(claim, old) || (await (await ports.store()).matchesSpan(claim.id, old)))) {
    // A secret claim is compared with the vault's key, which may be changed.
    if (claim.band !== 'secret') ports.seenIn.set(bytes, (seen ?? new Set<string>()).add(key));
    return claim.span;
  }
  if (claim.fingerprint === null || claim.recordedUntil !== null) return null;
  const { checks } = await verifyCitations(`[claim:${claim.id}]`, {
    claims: async () => new Map([[claim.id, claim]]),
    sources: async () => bytes,
  });
  return checks[0]?.relocated === true ? checks[0].span : null;
}

function placeOf({ id, span }: Claim): string {
  return `${id} ${span.start} ${span.end}`;
}

/**
 * True if bytes are those of an open claim. Compares the fingerprint that was read with the claim, without
 * another request to the index.
 */
export function isSaidBy({ band, fingerprint: known }: Claim, bytes: Uint8Array): boolean {
  return band !== 'secret' && known !== null && hasFingerprint(bytes, known, spanHash());
}

/** The band of a place; for an unknown place, the strictest band in the note. */
function bandAt({ band, regions }: NoteBands, span: Place | null): Band {
  const touching = regions.filter(
    ({ start, end }) => span === null || (start < span.end && span.start < end),
  );
  return strictestBand(band, ...touching.map((region) => region.band));
}

function withBand(claim: Claim, band: Band, note: Band): Claim {
  const strictest = strictestBand(claim.band, band);
  const noteBand = strictestBand(claim.noteBand ?? note, note);
  if (strictest === claim.band && noteBand === (claim.noteBand ?? noteBand)) return claim;
  return { ...claim, band: strictest, noteBand };
}

/** A file written within one clock tick of its indexing may have changed in the same tick. */
const GRAIN_MS = 2_000;

/** True if the file has the indexed size and time; also if it cannot be inspected. */
async function isSettled(path: string, { root, store }: LivePorts): Promise<boolean> {
  const known = (await store()).stampOf(path);
  if (known === null) return false;
  const file = statOrNull(join(root, path));
  if (file === null) return true;
  return (
    file.size === known.size && file.mtimeMs === known.mtimeMs && file.mtimeMs <= known.indexedAtMs - GRAIN_MS
  );
}

/**
 * True for a note that has changed and cannot be read, such as one that has grown too long: its current
 * markers are unknown.
 */
async function isUnread(path: string, ports: LivePorts): Promise<boolean> {
  return statOrNull(join(ports.root, path)) !== null && !(await isSettled(path, ports));
}

/** Hits with the current state of their notes; those of other bands than requested are left out, and no snippet contains a secret. */
export async function tightenHits(
  live: LiveClaims,
  hits: readonly Hit[],
  bands: readonly Band[] | undefined,
): Promise<Hit[]> {
  const claims = await live.tighten(hits.map(({ claim }) => claim));
  return hits.flatMap((hit, i) => {
    const claim = claims[i] ?? hit.claim;
    if (bands !== undefined && !bands.includes(claim.band)) return [];
    const isHidden = claim.band === 'secret' && hit.claim.band !== 'secret';
    return [isHidden ? { ...hit, claim, snippet: REDACTED } : { ...hit, claim }];
  });
}

/** A reader whose claims and notes have the bands of their notes as they are now. */
export function withLiveBands(reader: ClaimReader, live: LiveClaims): ClaimReader {
  return {
    ...reader,
    notes: async (filter) => live.tightenNotes(await reader.notes(filter)),
    getClaims: async (ids, options) => {
      const found = await reader.getClaims(ids, options);
      const claims = await live.tighten([...found.values()]);
      const byId = new Map(claims.map((claim) => [claim.id, claim]));
      // A claim may have been requested by an earlier id.
      const tightened = [...found].flatMap(([id, { id: own }]) => {
        const claim = byId.get(own);
        return claim === undefined ? [] : [[id, claim] as const];
      });
      return new Map(tightened);
    },
    listClaims: async (filter) => {
      const page = await reader.listClaims(filter);
      const claims = await live.tighten(page.claims, { settled: true });
      const { bands } = filter ?? {};
      return {
        ...page,
        claims: bands === undefined ? claims : claims.filter(({ band }) => bands.includes(band)),
      };
    },
  };
}
