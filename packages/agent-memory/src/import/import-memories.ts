import { type Band, fingerprint } from '@memora/core';
import { inspectFile, placeIn } from '@memora/privacy/files';
import type { Vault } from '@memora/vault';
import type { AdmissionCode } from '../admit/admission.ts';
import { trashOf } from '../forget/move-memory.ts';
import { checkSum, createBatchId, keptPlace } from '../learning/open-learning-log.ts';
import { memoryError } from '../memory-error.ts';
import { type MemoryKind, toMemoryKind } from '../note/memory-kind.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { placeOfMemory } from '../note/memory-place.ts';
import { composeMemory, toSeconds } from '../remember/compose-memory.ts';
import { decideMemory } from '../remember/decide-memory.ts';
import { bytesOf } from '../remember/preview-memory.ts';
import type { RememberPorts } from '../remember/remember-memory.ts';
import { waitForLock } from '../session/wait-for-lock.ts';

/** A memory of another system. */
export interface ImportedMemory {
  /** The system: `rollback({ source })` with it removes all of its memories. */
  readonly provider: string;
  /** Its id in that system. */
  readonly original: string;
  readonly content: string;
  /** A kind of memory; an unknown one counts as a fact. */
  readonly kind?: string | null;
  readonly entity?: string | null;
  readonly tags?: readonly string[];
  /** When it was written there, ISO 8601; now if unknown. */
  readonly at?: string | null;
  readonly privacy?: Band;
  /** Further fields from that system: stored unchanged with the memory and exported again. Left out if longer than 8,000 characters as JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** True for a memory from a live bridge: it is stored below `external/`, and a recall does not count it as its own. */
  readonly isBridged?: boolean;
}

/** The result of an import. */
export interface ImportedMemories {
  /** `rollback({ batch })` with it removes all of it; null if nothing was written. */
  readonly batch: string | null;
  readonly written: number;
  /** How many of those wait for a person's confirmation. */
  readonly held: number;
  /** Number of memories that were imported before, whether they still exist or were forgotten. */
  readonly same: number;
  /** Number of memories that were not written, by reason: `secret`, `invalid`, or the code of the admission. */
  readonly left: Readonly<Partial<Record<AdmissionCode | 'secret' | 'invalid', number>>>;
}

/**
 * Imports memories of another system with the usual admission and the trust of an external store. One batch. A memory that was imported before is not written
 * again, and one that holds a secret is left out.
 */
export async function importMemories(
  items: Iterable<ImportedMemory> | AsyncIterable<ImportedMemory>,
  ports: RememberPorts & { readonly vault: Pick<Vault, 'root'> },
): Promise<ImportedMemories> {
  const { memory, vault, root, log, keep, now } = ports;
  await using _lock = await waitForLock(vault.root, 'keep');
  const batch = createBatchId('ext');
  const left: Partial<Record<AdmissionCode | 'secret' | 'invalid', number>> = {};
  const leave = (code: keyof typeof left): void => {
    left[code] = (left[code] ?? 0) + 1;
  };
  let [written, held, same] = [0, 0, 0];
  // A duplicate of an external memory was recorded in the batch of its import.
  const keptBy = new Map<string, string>();
  for (const { operation, code, notes, batch: of } of log.read().entries)
    if ((operation === 'import' || operation === 'sync') && code === 'no_new_evidence')
      keptBy.set(notes[0] ?? '', of);
  const stands = (path: string, id: string) =>
    [path, trashOf(path), keptPlace(keptBy.get(id) ?? batch, path)].some(
      (each) => inspectFile(placeIn(vault.root, each)) !== null,
    );
  const isThere = async ({ id }: MemoryNote): Promise<boolean> =>
    (await memory.revision()) !== null &&
    (await memory.claims.listClaims({ noteId: id, limit: 1 })).claims.length > 0;
  for await (const item of items) {
    const time = now();
    const asked = toNote(item, time);
    if (asked === null) {
      leave('invalid');
      continue;
    }
    if (stands(placeOfMemory(root, asked), asked.id) || (await isThere(asked))) {
      same++;
      continue;
    }
    const { note, admission, isWritten, isRepeat, looked } = await decideMemory(
      asked,
      {
        evidence: null,
        isPublicAsked: false,
        savesLeft: null,
        session: { known: { says: () => false }, hasSeen: () => false },
      },
      ports,
    );
    if (note.privacy === 'secret') leave('secret');
    else if (!isWritten && !isRepeat) leave(admission.code);
    else {
      const path = placeOfMemory(root, note);
      const bytes = bytesOf(note);
      log.append({
        time: time.toISOString(),
        batch,
        operation: item.isBridged === true ? 'sync' : 'import',
        notes: [note.id, ...looked],
        sum: checkSum(batch, bytes),
        code: admission.code,
      });
      if (!isWritten) {
        // Kept, so that it can replace the memory that it repeats if that one is removed.
        leave(admission.code);
        await keep(batch, path, bytes);
        continue;
      }
      await vault.replaceNote(path, null, bytes);
      written++;
      if (note.held !== null) held++;
      const [failed] = await memory.indexNotes([path]);
      if (failed !== undefined)
        throw memoryError(
          'MEMORY_NOT_INDEXED',
          `${path} is written and could not be indexed: ${failed.code}.`,
          'Run index again; the memory is not lost.',
        );
    }
  }
  return { batch: written === 0 ? null : batch, written, held, same, left };
}

/** The note of an external memory, with an id that is always the same for it; null if it is invalid. */
function toNote(item: ImportedMemory, now: Date): MemoryNote | null {
  const { provider, original, content, entity, tags = [], at, privacy } = item;
  const time = at == null ? Number.NaN : Date.parse(at);
  const kind: MemoryKind = toMemoryKind(item.kind ?? '') ?? 'fact';
  try {
    const note = composeMemory(
      {
        content,
        kind,
        ...(entity != null && /[\p{L}\p{N}]/u.test(entity) && entity.length <= LONGEST_ENTITY
          ? { entity }
          : {}),
        tags: tags.filter((tag) => tag.length <= LONGEST_TAG).slice(0, MOST_TAGS),
        ...(privacy === undefined ? {} : { privacy }),
      },
      { agent: provider, session: '', now, createId: () => idOf(provider, original, content) },
    );
    return {
      ...note,
      source: 'external',
      session: null,
      original,
      ...toDetails(item.details),
      ...(item.isBridged === true ? { bridge: provider } : {}),
      // If a remote clock is ahead, the memory would seem newer than current statements.
      created: toSeconds(Number.isNaN(time) || time > now.getTime() ? now : new Date(time)),
    };
  } catch {
    return null;
  }
}

function toDetails(details: ImportedMemory['details']): { readonly details?: string } {
  const text = details === undefined ? '{}' : JSON.stringify(details);
  return text === '{}' || text.length > LONGEST_DETAILS ? {} : { details: text };
}

const LONGEST_DETAILS = 8_000;
const LONGEST_ENTITY = 100;
const LONGEST_TAG = 100;
const MOST_TAGS = 32;
const SIGNS = 12;

function idOf(...parts: readonly string[]): string {
  const hash = fingerprint(new TextEncoder().encode(JSON.stringify(parts)));
  return `mem_${BigInt(`0x${hash.slice(0, 20)}`)
    .toString(36)
    .padStart(SIGNS, '0')
    .slice(-SIGNS)}`;
}
