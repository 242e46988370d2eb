import { type Blake3, strictestBand } from '@memora/core';
import { findDate } from '@memora/language/dates';
import type { SecretCodec } from '@memora/privacy';
import { type ParsedNote, parseNote, type SegmentKind } from '@memora/vault';
import { claimsOfSegments, createOfflineExtractor } from '../../extract/offline/offline-extractor.ts';
import {
  type ExtractedClaim,
  type Extraction,
  type Extractor,
  extractorLabel,
} from '../../model/extractor.ts';
import { hashNote } from '../../prepare/hash-note.ts';
import { loadBlake3 } from '../../prepare/load-blake3.ts';
import type { ClaimStore } from '../../store/claim-store.ts';
import type { NoteWork } from '../../store/note-work.ts';
import { hasSecret } from '../../store/secrets/secret-words.ts';
import { type DetectBand, withDetectedBands } from '../with-detected-bands.ts';
import type { Fact, FactFailure, FactReport } from './fact.ts';
import { idOf, requireFact, toFailure } from './require-fact.ts';

/** Options of {@link putFacts}. */
export interface PutFactsOptions {
  readonly store: ClaimStore & { readonly codec?: SecretCodec | undefined };
  readonly facts: readonly Fact[];
  /** Ids of deleted facts: their claims are retired. */
  readonly removed?: readonly string[];
  /** Reads a fact that must be written again because another one took its id. Without it, only `facts` can be written again. */
  readonly read?: (ids: readonly string[]) => Promise<readonly Fact[]>;
  /** The offline extractor by default. */
  readonly extractor?: Extractor;
  /**
   * Tightens bands by the content of texts: an enforced detector. The names of a fact are always shown, so a
   * fact with a secret in one is refused.
   */
  readonly detect?: DetectBand;
  /** Aborting rejects with the signal's reason; earlier commits stay. */
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
}

/** Facts in one commit. */
const FACTS_PER_COMMIT = 50;
/** Maximum rounds of writing facts again because of each other. */
const MOST_ROUNDS = 5;
/** Segments without citable text. */
const SILENT: ReadonlySet<SegmentKind> = new Set(['comment', 'reference']);
const encoder = new TextEncoder();

/**
 * Writes the claims of facts to a store and compares them with the fact's earlier claims, as for a note. A fact that fails is listed in the report. A store
 * contains either facts or the notes of a vault: indexing a vault retires everything that is in no note.
 */
export async function putFacts({
  store,
  facts,
  removed = [],
  read,
  extractor = createOfflineExtractor(),
  detect,
  signal,
  now = () => new Date(),
}: PutFactsOptions): Promise<FactReport> {
  const hash = await loadBlake3();
  const at = now().getTime();
  const known = new Map(facts.map((fact) => [idOf(fact), fact]));
  const run = await store.beginRun({ now: at, paths: [...known.keys(), ...removed] });
  const report = { added: 0, kept: 0, retired: 0 };
  const failures = new Map<string, FactFailure>();
  const write = async (wanted: readonly Fact[], gone: readonly string[]) => {
    for (let from = 0; from === 0 || from < wanted.length; from += FACTS_PER_COMMIT) {
      signal?.throwIfAborted();
      const works: NoteWork[] = [];
      for (const fact of wanted.slice(from, from + FACTS_PER_COMMIT)) {
        try {
          works.push(
            await toWork(fact, { extractor, detect, hash, codec: store.codec, mtimeMs: at, signal }),
          );
        } catch (error) {
          signal?.throwIfAborted();
          failures.set(idOf(fact), { id: idOf(fact), ...toFailure(error) });
        }
      }
      const batch = { works, touched: [], failures: [], removed: from === 0 ? gone : [] };
      const { outcomes, retired } = await run.commit(batch);
      report.retired += retired;
      for (const [i, outcome] of outcomes.entries()) {
        const id = works[i]?.note.path as string;
        if ('failure' in outcome) failures.set(id, { id, ...outcome.failure });
        else {
          report.added += outcome.added;
          report.kept += outcome.kept + outcome.relocated;
          report.retired += outcome.retired;
        }
      }
    }
  };
  await write(
    [...known.values()],
    removed.filter((id) => !known.has(id) && run.known.has(id)),
  );
  for (let round = 1; ; round++) {
    const { again } = await run.finish(false);
    if (again.length === 0 || round === MOST_ROUNDS) break;
    const missing = again.filter((id) => !known.has(id));
    const found = missing.length === 0 || read === undefined ? [] : await read(missing);
    for (const fact of found) known.set(idOf(fact), fact);
    await write(
      again.flatMap((id) => known.get(id) ?? []),
      [],
    );
  }
  return { ...report, failures: [...failures.values()] };
}

/** Returns the bytes of a fact's text, which the spans of its claims index. */
export function bytesOfFact({ text }: Pick<Fact, 'text'>): Uint8Array {
  return encoder.encode(text);
}

interface WorkPorts {
  readonly extractor: Extractor;
  readonly detect: DetectBand | undefined;
  readonly hash: Blake3;
  readonly codec: SecretCodec | undefined;
  readonly mtimeMs: number;
  readonly signal: AbortSignal | undefined;
}

async function toWork(
  fact: Fact,
  { extractor, detect, hash, codec, mtimeMs, signal }: WorkPorts,
): Promise<NoteWork> {
  requireFact(fact, detect);
  const bytes = bytesOfFact(fact);
  const read = readFact(fact, bytes);
  const note = detect === undefined ? read : withDetectedBands(read, bytes, detect);
  const asked = [...note.segments.keys()];
  const made = await extractor.extract(note, asked, { bytes, ...(signal !== undefined && { signal }) });
  return {
    note,
    bytes,
    size: bytes.length,
    mtimeMs,
    hash: hashNote(bytes, hasSecret({ note, bytes }), { hash, codec }),
    extraction:
      fact.triple === undefined ? neverWithout(made, note, bytes) : withTriple(made, fact.triple, note),
    asked,
    label: extractorLabel(extractor),
    incremental: false,
    movedFrom: null,
  };
}

/** Reads a fact as a note without metadata: its id, title, band and dates come from the caller. */
function readFact(
  { id, title, band = 'private', validFrom, validUntil }: Fact,
  bytes: Uint8Array,
): ParsedNote {
  const plain = parseNote(new Uint8Array(), { path: id, defaultBand: band });
  const note = parseNote(bytes, { path: id, defaultBand: band });
  const dates = {
    ...(validFrom !== undefined && { validFrom }),
    ...(validUntil !== undefined && { validUntil }),
  };
  return {
    ...note,
    id: plain.id,
    idSource: plain.idSource,
    title: title ?? plain.title,
    frontmatter: { ...plain.frontmatter, ...dates },
    band: strictestBand(note.band, band),
    segments: note.segments.map((segment) => ({ ...segment, band: strictestBand(segment.band, band) })),
  };
}

/** Every fact makes a claim, because its owner says that it is a fact: without another claim, it states its own words. */
function neverWithout(made: Extraction, note: ParsedNote, bytes: Uint8Array): Extraction {
  if (made.claims.length > 0) return made;
  const all = [...note.segments.keys()].filter(
    (index) => !SILENT.has(note.segments[index]?.kind ?? 'comment'),
  );
  const gated = new Map([...made.gated].filter(([index]) => !all.includes(index)));
  return { ...made, gated, claims: claimsOfSegments(note, all, bytes) };
}

/** Replaces the claims of the first segment that states something: the caller knows best what it says. */
function withTriple(made: Extraction, triple: NonNullable<Fact['triple']>, note: ParsedNote): Extraction {
  const first = made.claims[0]?.segment ?? note.segments.findIndex(({ kind }) => kind !== 'heading');
  const segment = note.segments[first];
  if (segment === undefined) return made;
  const dated: Partial<ExtractedClaim> = made.claims.find((claim) => claim.segment === first) ?? {
    validFrom: note.frontmatter.validFrom,
    validUntil: note.frontmatter.validUntil,
    precision: findDate(note.frontmatter.validFrom ?? '')?.precision ?? 'unknown',
  };
  const claim: ExtractedClaim = {
    validFrom: null,
    validUntil: null,
    precision: 'unknown',
    kind: 'fact',
    ...dated,
    ...triple,
    segment: first,
    span: segment.span,
    inherited: false,
    assertion: 'asserted',
    confidence: 1,
  };
  const gated = new Map([...made.gated].filter(([index]) => index !== first));
  return { ...made, gated, claims: [claim, ...made.claims.filter((each) => each.segment !== first)] };
}
