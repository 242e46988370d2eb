import type { Band, Blake3 } from '@memora/core';
import { MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { type ParsedNote, parseNote, type Vault } from '@memora/vault';
import {
  claimsOfSegments,
  extractOffline,
  isOfflineExtractor,
} from '../extract/offline/offline-extractor.ts';
import type { ReadNote } from '../extract/offline/read-offline.ts';
import { type Extraction, type Extractor, extractorLabel } from '../model/extractor.ts';
import { groundMemory } from '../prepare/evidence/ground-memory.ts';
import { fingerprintCostly, fingerprintErased, fingerprintSpan } from '../prepare/fingerprint-span.ts';
import { hashNote, isHashOfNote } from '../prepare/hash-note.ts';
import type { FailedNote, IndexRun } from '../store/index-run.ts';
import type { NoteWork } from '../store/note-work.ts';
import { hasSecret } from '../store/secrets/secret-words.ts';
import { takePreviewed } from './read-for-preview.ts';
import type { FoundNote } from './survey-vault.ts';
import { type BoundedReader, NOTE_TOO_COSTLY, WORTH_A_BUDGET } from './threads/bounded-reader.ts';
import type { NoteReader } from './threads/note-reader.ts';
import { type DetectBand, withDetectedBands } from './with-detected-bands.ts';

/** The outcome of one suspect note before anything is written. */
type PreparedNote =
  | { readonly kind: 'work'; readonly work: NoteWork }
  | { readonly kind: 'same'; readonly found: FoundNote }
  /** Skipped because the run was aborted. */
  | { readonly kind: 'skipped'; readonly path: string }
  | (FailedNote & { readonly kind: 'failed' });

export interface PrepareNoteContext {
  readonly vault: Vault;
  readonly run: IndexRun;
  readonly extractor: Extractor;
  readonly codec: SecretCodec | undefined;
  readonly hash: Blake3;
  readonly defaultBand: Band | undefined;
  /** Reads notes for the offline extractor on another thread, if there is enough to read. */
  readonly reader: NoteReader | null;
  /** Reads long notes where they can't block the process; null if the run reads no long note. */
  readonly bounded: BoundedReader | null;
  /** Tightens bands by the content of texts. */
  readonly detect: DetectBand | undefined;
  /** Writes the note even if its bytes are unchanged. */
  readonly again: boolean;
  /** Calls no extractor that can estimate. */
  readonly dryRun: boolean;
  /** Runs the extractor on every segment again. */
  readonly full: boolean;
  readonly signal: AbortSignal | undefined;
  /** New path → path in the store. */
  readonly moves: ReadonlyMap<string, string>;
}

/** Reads, parses and extracts one note. A failure is returned as a value, so that other notes continue. */
export async function prepareNote(context: PrepareNoteContext, found: FoundNote): Promise<PreparedNote> {
  const { path } = found;
  let bytes: Uint8Array | null = null;
  try {
    bytes = await context.vault.readNote(path);
    const movedFrom = context.moves.get(path) ?? null;
    if (movedFrom === null && isSame(context, path, bytes)) return { kind: 'same', found };
    const { defaultBand } = context;
    const { detect } = context;
    const read = await readElsewhere(context, path, bytes);
    // Many notes wait for the thread: after an abort none of them is read here instead.
    if (context.reader !== null) context.signal?.throwIfAborted();
    const parsed =
      read?.note ?? parseNote(bytes, defaultBand === undefined ? { path } : { path, defaultBand });
    const note = detect === undefined ? parsed : withDetectedBands(parsed, bytes, detect);
    const asked = chooseSegments(context, note, bytes, movedFrom ?? path);
    const made = read?.extraction ?? (await extract(context, note, bytes, asked));
    const extraction = addUnits(made, note, bytes, new Set(asked), context);
    const grounding = await groundMemory(note, bytes, {
      readNote: (other) => context.vault.readNote(other),
      extract: extractOffline,
      defaultBand,
      codec: context.codec,
      hash: context.hash,
    });
    const { size, mtimeMs } = found;
    const { incremental } = context.extractor;
    const label = extractorLabel(context.extractor);
    const hash = hashNote(bytes, hasSecret({ note, bytes }), context);
    return {
      kind: 'work',
      work: {
        note,
        bytes,
        size,
        mtimeMs,
        hash,
        extraction,
        // The readings were made without the memory's turn.
        readings: grounding === null && extraction === made ? (read?.readings ?? null) : null,
        grounding,
        asked,
        label,
        incremental,
        movedFrom,
      },
    };
  } catch (error) {
    if (context.signal?.aborted === true) return { kind: 'skipped', path };
    const failure = toFailure(error);
    if (failure.code !== NOTE_TOO_COSTLY || bytes === null) return { kind: 'failed', path, ...failure };
    return { kind: 'failed', path, ...failure, print: fingerprintCostly(bytes, context.codec) ?? undefined };
  }
}

/**
 * Returns the reading of another thread, or of a preview of the same bytes; null if the note must be read here. With an enforced detector or a model,
 * extraction happens here, but long notes are still parsed elsewhere so that an expensive one fails instead of blocking.
 */
async function readElsewhere(
  { bounded, reader, extractor, detect, defaultBand, signal }: PrepareNoteContext,
  path: string,
  bytes: Uint8Array,
): Promise<ReadNote | null> {
  const counts = detect === undefined && isOfflineExtractor(extractor);
  if (bounded !== null && bytes.length >= WORTH_A_BUDGET) {
    const read = await bounded.read(path, bytes, defaultBand, signal);
    return counts ? read : null;
  }
  if (!counts) return null;
  return (await reader?.read(path, bytes, defaultBand)) ?? takePreviewed(path, bytes, defaultBand);
}

function isSame(context: PrepareNoteContext, path: string, bytes: Uint8Array): boolean {
  const known = context.run.known.get(path);
  if (known === undefined || context.full || context.again || context.run.reindex || known.pending)
    return false;
  // Hashing a note under a key costs as much as reading it.
  if (known.size !== bytes.length || known.extractor !== extractorLabel(context.extractor)) return false;
  const hash = context.run.contentHash(path);
  return hash !== null && isHashOfNote(hash, bytes, context);
}

/** Adds the sentences, items and rows that a judge of changes named and that no claim states. */
function addUnits(
  extraction: Extraction,
  note: ParsedNote,
  bytes: Uint8Array,
  asked: ReadonlySet<number>,
  context: PrepareNoteContext,
): Extraction {
  const units = context.run.changeUnits(note.path);
  if (units.size === 0) return extraction;
  const { hash, codec } = context;
  const claimed = new Set(extraction.claims.map(({ span }) => `${span.start} ${span.end}`));
  const missing = [...note.segments.entries()].flatMap(([index, { span, band }]) => {
    if (band === 'secret' || claimed.has(`${span.start} ${span.end}`)) return [];
    const print = fingerprintSpan(bytes.subarray(span.start, span.end), band, hash, codec);
    const isLive = print === null ? undefined : units.get(print.toString('hex'));
    // Segments that were not extracted stay as they are.
    return isLive === false || (isLive === true && asked.has(index)) ? [index] : [];
  });
  if (missing.length === 0) return extraction;
  const gated = new Map([...extraction.gated].filter(([index]) => !missing.includes(index)));
  const added = claimsOfSegments(note, missing, bytes);
  return { ...extraction, gated, claims: [...extraction.claims, ...added] };
}

/** Returns all segments; for an incremental extractor only those with bytes that it has not processed in this note. */
function chooseSegments(
  context: PrepareNoteContext,
  note: ParsedNote,
  bytes: Uint8Array,
  storedPath: string,
): readonly number[] {
  const all = [...note.segments.keys()];
  if (!context.extractor.incremental || context.full) return all;
  const done = context.run.doneSegments(storedPath, extractorLabel(context.extractor));
  if (done.size === 0) return all;
  return all.filter((index) => {
    const segment = note.segments[index];
    if (segment === undefined) return false;
    const span = bytes.subarray(segment.span.start, segment.span.end);
    const fingerprint = fingerprintSpan(span, segment.band, context.hash, context.codec);
    const erased = fingerprintErased(span, context.codec);
    return ![fingerprint, erased].some((each) => each !== null && done.has(each.toString('hex')));
  });
}

/** If the whole extraction fails, every requested segment fails and existing claims stay. */
async function extract(
  context: PrepareNoteContext,
  note: ParsedNote,
  bytes: Uint8Array,
  asked: readonly number[],
): Promise<Extraction> {
  try {
    const { signal, extractor } = context;
    if (context.dryRun && extractor.estimate !== undefined) {
      return {
        claims: [],
        gated: new Map(),
        failed: new Map(),
        refused: {},
        usage: extractor.estimate(note, asked),
      };
    }
    const known = context.extractor.incremental ? { known: context.run.knownNames(textShown(note)) } : {};
    return await extractor.extract(note, asked, { bytes, ...known, ...(signal !== undefined && { signal }) });
  } catch (error) {
    if (context.signal?.aborted === true) throw error;
    const failure = toFailure(error);
    const failed = new Map(asked.map((index) => [index, failure]));
    return { claims: [], gated: new Map(), failed, refused: {}, usage: null };
  }
}

/** Returns the text of a note that is not secret. */
function textShown(note: ParsedNote): string {
  return note.segments.map(({ band, text }) => (band === 'secret' ? '' : text)).join('\n');
}

/** Returns code and reason without note text: messages of foreign errors are not passed on. */
function toFailure(error: unknown): { code: string; reason: string } {
  if (MemoraError.isInstance(error)) return { code: error.code, reason: error.message };
  const name = error instanceof Error ? error.name : 'unknown error';
  return { code: 'NOTE_FAILED', reason: `An unexpected ${name} occurred.` };
}
