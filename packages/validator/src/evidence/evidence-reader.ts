import type { CitableClaim } from '../contract/citable-claim.ts';
import { ValidatorError } from '../contract/validator-error.ts';
import { invalidClaims, type VerificationSettings } from '../contract/verification-options.ts';
import { inParallel } from './in-parallel.ts';
import { type Evidence, inspectSpan } from './inspect-span.ts';
import type { NoteBytes } from './note-bytes.ts';

/** Passages that an answer cites by position or words, instead of as claims, and how to find them in their note. */
export interface Passages {
  readonly byId: ReadonlyMap<string, CitableClaim>;
  readonly inspect: (note: NoteBytes, id: string, reanchor: boolean) => Evidence;
}

/** Reads the evidence of claims, each note once. */
interface EvidenceReader {
  readonly read: (
    ids: Iterable<string>,
    passages?: Passages | null,
  ) => Promise<ReadonlyMap<string, Evidence>>;
  /** Why some sources could not be checked, in the order found. */
  readonly degradedReasons: readonly string[];
}

/**
 * Creates a reader. `cacheBytes` limits the notes kept between calls of `read`. 0 suits a single call, in which every note is read once in any case and
 * released as soon as its spans are hashed.
 */
export function createEvidenceReader(settings: VerificationSettings, cacheBytes: number): EvidenceReader {
  const degradedReasons: string[] = [];
  const cache = createNoteCache(cacheBytes);
  const { signal } = settings;

  async function readNote(notePath: string, claim: CitableClaim): Promise<NoteBytes | null> {
    const cached = cache.get(notePath);
    if (cached !== undefined) return cached;
    let bytes: Uint8Array | null;
    try {
      bytes = (await untilAborted(settings.sources(notePath), signal)) ?? null;
    } catch (error) {
      signal?.throwIfAborted();
      degradedReasons.push(`source could not be read: ${notePath} (${codeOf(error)})`);
      bytes = null;
    }
    // Checked by tag, because bytes of another realm (an iframe, a test environment) fail `instanceof`.
    if (bytes !== null && Object.prototype.toString.call(bytes) !== '[object Uint8Array]') {
      throw new ValidatorError(`the source reader gave no bytes for ${notePath}`, {
        code: 'INVALID_SOURCE',
        hint: 'Resolve to a Uint8Array of the file as it is on disk, or to null.',
      });
    }
    const note = bytes === null ? null : await toNote(bytes, notePath, claim);
    cache.set(notePath, note);
    return note;
  }

  /** Removes hidden parts of a note before anything reads them. */
  async function toNote(
    bytes: Uint8Array,
    path: string,
    { noteTitle, band }: CitableClaim,
  ): Promise<NoteBytes> {
    const { hidden } = settings;
    return {
      path,
      bytes,
      title: noteTitle ?? null,
      hidden: hidden === null ? [] : await hidden(path, bytes),
      isGuarded: hidden === null && band !== null && band !== undefined,
    };
  }

  async function read(
    ids: Iterable<string>,
    passages: Passages | null = null,
  ): Promise<ReadonlyMap<string, Evidence>> {
    const wanted = ids instanceof Set ? [...ids] : [...new Set(ids)];
    const evidenceById = new Map<string, Evidence>();
    if (wanted.length === 0) return evidenceById;
    signal?.throwIfAborted();
    const known = passages === null ? wanted : wanted.filter((id) => !passages.byId.has(id));
    const claims =
      known.length === 0
        ? new Map<string, CitableClaim>()
        : await untilAborted(settings.claims(known), signal);
    if (claims?.get === undefined) throw invalidClaims();
    const claimsByNote = new Map<string, CitableClaim[]>();
    for (const id of wanted) {
      const claim = passages?.byId.get(id) ?? claims.get(id);
      if (claim === undefined || claim.id !== id) {
        evidenceById.set(id, { state: 'missing', claim: null, reason: 'no claim has this id' });
        continue;
      }
      if (claim.withheld === true) {
        evidenceById.set(id, { state: 'withheld', claim, reason: 'claim is not shown to this caller' });
        continue;
      }
      const list = claimsByNote.get(claim.notePath);
      if (list === undefined) claimsByNote.set(claim.notePath, [claim]);
      else list.push(claim);
    }
    await inParallel([...claimsByNote], async ([notePath, list]) => {
      signal?.throwIfAborted();
      const note = await readNote(notePath, list[0] as CitableClaim);
      const moved: CitableClaim[] = [];
      for (const claim of list) {
        if (note === null)
          evidenceById.set(claim.id, { state: 'gone', claim, reason: 'source of the claim is gone' });
        else if (passages?.byId.has(claim.id))
          evidenceById.set(claim.id, passages.inspect(note, claim.id, settings.reanchor));
        else {
          const evidence = inspectSpan(note, claim, settings);
          if (evidence === null) moved.push(claim);
          else evidenceById.set(claim.id, evidence);
        }
      }
      if (note === null || moved.length === 0) return;
      const { inspectMovedSpans } = await import('./inspect-moved-spans.ts');
      for (const evidence of inspectMovedSpans(note, moved, settings))
        evidenceById.set(evidence.claim?.id as string, evidence);
    });
    return evidenceById;
  }

  return { read, degradedReasons };
}

/** Rejects with the signal's reason as soon as it is aborted, whatever the port does. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (signal === null) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Evicts the least recently used notes first. */
function createNoteCache(limit: number) {
  const notes = new Map<string, NoteBytes | null>();
  let held = 0;
  return {
    get: (path: string) => {
      const note = notes.get(path);
      if (note === undefined) return undefined;
      notes.delete(path);
      notes.set(path, note);
      return note;
    },
    set: (path: string, note: NoteBytes | null) => {
      if (limit === 0) return;
      notes.set(path, note);
      held += note?.bytes.length ?? 0;
      for (const [oldest, old] of notes) {
        if (held <= limit && notes.size <= 10_000) break;
        notes.delete(oldest);
        held -= old?.bytes.length ?? 0;
      }
    },
  };
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/u.test(code) ? code : 'error';
}
