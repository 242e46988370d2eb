import type { LedgerVerb } from '@memora/claims';
import { appendToLedger, readLedger } from '@memora/claims/internal';
import type { Memory } from '@memora/engine';
import { parseNote, type Vault } from '@memora/vault';
import { keepBytes } from '../learning/keep-bytes.ts';
import { checkSum, type OpenLearningLog } from '../learning/open-learning-log.ts';
import { memoryError } from '../memory-error.ts';
import { findMemoryId, isMemoryId } from '../note/memory-place.ts';
import { readMemory } from '../note/read-memory.ts';
import { replacedBy } from '../note/replaced-memories.ts';
import type { MemoryDirectory } from '../recall/memory-directory.ts';
import { nameOf } from '../remember/read-relations.ts';
import { moveNote, stands, trashOf } from './move-memory.ts';

/** The result of forgetting. */
export interface Forgotten {
  readonly forgotten: string;
  /**
   * `trash`: the memory's note was moved to the trash. `ledger`: a claim of a person's note is retracted, and
   * the note stays as it is.
   */
  readonly where: 'trash' | 'ledger';
  /** The note's current place; null for a claim. */
  readonly path: string | null;
  /** Memories and claims that depended on it and are now stale. */
  readonly falls: readonly string[];
  /** Memories that it had replaced and that hold again now. Forget them too if they are also wrong. */
  readonly holdAgain: readonly string[];
  /** True if `restore` can bring it back. */
  readonly restorable: boolean;
}

/** A restored memory, with its previous ids. */
export interface Restored {
  readonly restored: string;
  readonly path: string;
}

/** The parts of an open agent memory that forgetting needs. */
export interface ForgetPorts {
  readonly memory: Pick<Memory, 'claims' | 'forget' | 'indexNotes' | 'revision'>;
  readonly vault: Pick<Vault, 'root' | 'readNote' | 'replaceNote'>;
  readonly directory: () => Promise<MemoryDirectory>;
  readonly now: () => Date;
  readonly log: OpenLearningLog;
  /** The batch of the calling session, if there is one. */
  readonly batch: string;
}

/** Forgets a memory, or retracts a claim of a person's note. Throws `MEMORY_NOT_FOUND`. */
export async function forgetMemory(given: string, reason: string, ports: ForgetPorts): Promise<Forgotten> {
  const { memory, vault } = ports;
  const { pathById, idOf } = await ports.directory();
  const id = idOf(given);
  if (!isMemoryId(id)) return forgetClaim(id, reason, ports);
  const path = pathById.get(id);
  if (path === undefined || !stands(vault.root, path)) throw notFound(id);
  const { claims } = await memory.claims.listClaims({ noteId: id });
  const falls = await falling(
    claims.map((claim) => claim.id),
    ports,
  );
  const replaced = await superseded(await readReplaced(path, ports), ports);
  await decide('forget', { id, path }, reason, ports);
  moveNote(vault.root, path, freeTrash(vault.root, path));
  await memory.indexNotes([path]);
  const still = await superseded(replaced, ports);
  const holdAgain = replaced.filter((each) => !still.includes(each));
  return { forgotten: id, where: 'trash', path: trashOf(path), falls, holdAgain, restorable: true };
}

/** Restores a forgotten memory. Throws `MEMORY_NOT_FOUND`. */
export async function restoreMemory(given: string, reason: string, ports: ForgetPorts): Promise<Restored> {
  const { vault } = ports;
  const all = await readDecided(vault.root);
  const id = findMemoryId(given, all.keys());
  const decided = all.get(id);
  const path = decided?.path ?? null;
  if (path === null || decided?.verb !== 'forget' || !stands(vault.root, trashOf(path))) throw notFound(id);
  await decide('restore', { id, path }, reason, ports);
  moveNote(vault.root, trashOf(path), path);
  await ports.memory.indexNotes([path]);
  return { restored: id, path };
}

/** Records a person's confirmation that a held memory may tell an agent how to act. Throws `MEMORY_NOT_FOUND`. */
export async function confirmMemory(given: string, reason: string, ports: ForgetPorts): Promise<void> {
  const { pathById, idOf } = await ports.directory();
  const id = idOf(given);
  const path = pathById.get(id);
  if (path === undefined) throw notFound(id);
  await decide('confirm', { id, path }, reason, ports);
  await liftHold(path, ports.vault, ports.batch);
  await ports.memory.indexNotes([path]);
}

/** Finishes operations that a crash interrupted: decisions in the ledger that the files do not show yet. Checks each memory that the ledger names. */
export async function finishDecisions(ports: ForgetPorts): Promise<void> {
  const { memory, vault } = ports;
  const changed: string[] = [];
  const decided = await readDecided(vault.root);
  if (decided.size === 0) return;
  const isThere = (await memory.revision()) !== null;
  for (const [id, { verb, path }] of decided) {
    if (path === null) continue;
    // Looked up one by one, because the list of all notes is long and every hook runs this.
    const indexed = isThere ? await memory.claims.notes({ noteId: id }) : [];
    const isIndexed = indexed.some((note) => note.path === path);
    if (verb === 'forget') {
      const isMoved = moveNote(vault.root, path, freeTrash(vault.root, path));
      if (isMoved || (isIndexed && !stands(vault.root, path))) changed.push(path);
    } else if (verb === 'restore') {
      const isMoved = !stands(vault.root, path) && moveNote(vault.root, trashOf(path), path);
      if (isMoved || (!isIndexed && stands(vault.root, path))) changed.push(path);
    } else if (verb === 'confirm' && (await liftHold(path, vault, ports.batch))) changed.push(path);
  }
  if (changed.length > 0) await memory.indexNotes(changed);
}

interface Decided {
  readonly verb: LedgerVerb;
  readonly path: string | null;
}

/** The latest decision about each memory that the ledger names. */
async function readDecided(root: string): Promise<ReadonlyMap<string, Decided>> {
  const { entries } = await readLedger(root);
  const decided = new Map<string, Decided>();
  for (const { verb, memories = [] } of entries)
    for (const { id, path } of memories) decided.set(id, { verb, path });
  return decided;
}

/** The memories that a person confirmed: they may tell an agent how to act. */
export async function readConfirmed(root: string): Promise<ReadonlySet<string>> {
  const decided = await readDecided(root);
  return new Set([...decided].flatMap(([id, { verb }]) => (verb === 'confirm' ? [id] : [])));
}

const CODES = { forget: 'forgotten', restore: 'restored', confirm: 'confirmed' } as const;

async function decide(
  verb: 'forget' | 'restore' | 'confirm',
  memory: { readonly id: string; readonly path: string },
  reason: string,
  { vault, now, log, batch }: ForgetPorts,
): Promise<void> {
  const bytes = verb === 'confirm' ? await vault.readNote(memory.path).catch(() => null) : null;
  const lifted = bytes === null ? null : withoutHold(bytes);
  log.append({
    batch,
    operation: 'memory_updated',
    notes: [memory.id],
    sum: lifted === null ? null : checkSum(batch, lifted),
    code: CODES[verb],
  });
  await appendToLedger(vault.root, {
    time: now().toISOString(),
    verb,
    claimIds: [],
    memories: [memory],
    reason,
  });
}

/** The note without its hold and without its attribution by an agent; null if it has neither. Every other byte stays. */
export function withoutHold(bytes: Uint8Array): Uint8Array | null {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const lines = text.split('\n');
  const end = lines.findIndex((line, i) => i > 0 && line.startsWith('---'));
  const next = lines
    .filter((line, i) => i >= end || !(line.startsWith('held:') || line.startsWith('said_by:')))
    .join('\n');
  return next === text ? null : new TextEncoder().encode(next);
}

/** Removes the hold from a note; false if it is not held. */
async function liftHold(path: string, vault: ForgetPorts['vault'], batch: string): Promise<boolean> {
  const bytes = await vault.readNote(path).catch(() => null);
  const next = bytes === null ? null : withoutHold(bytes);
  if (bytes === null || next === null) return false;
  await keepBytes(vault.root, batch, path, bytes);
  await vault.replaceNote(path, bytes, next);
  return true;
}

async function forgetClaim(id: string, reason: string, ports: ForgetPorts): Promise<Forgotten> {
  const found =
    (await ports.memory.revision()) === null
      ? undefined
      : (await ports.memory.claims.getClaims([id])).get(id as never);
  if (found === undefined) throw notFound(id);
  const falls = await falling([found.id], ports);
  await ports.memory.forget(found.id, reason);
  return { forgotten: found.id, where: 'ledger', path: null, falls, holdAgain: [], restorable: false };
}

async function falling(ids: readonly string[], { memory }: ForgetPorts): Promise<string[]> {
  const paths = (await Promise.all(ids.map((id) => memory.claims.fallout(id as never)))).flat();
  const claims = await memory.claims.getClaims(paths.map(({ claimId }) => claimId));
  return [...new Set([...claims.values()].map(nameOf))].sort();
}

/** The ids that the memory at a path replaces. */
async function readReplaced(path: string, { vault }: ForgetPorts): Promise<readonly string[]> {
  const bytes = await vault.readNote(path).catch(() => null);
  const note = bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
  return note === null ? [] : replacedBy(note);
}

/** Those of `ids` that another memory replaces. */
async function superseded(ids: readonly string[], { memory }: ForgetPorts): Promise<readonly string[]> {
  const pages = await Promise.all(
    ids.map((noteId) => memory.claims.listClaims({ noteId, status: 'superseded', limit: 1 })),
  );
  return ids.filter((_, i) => pages[i]?.claims.length === 1);
}

/** Frees the place in the trash by moving an older copy away. */
function freeTrash(root: string, path: string): string {
  const place = trashOf(path);
  if (!stands(root, path)) return place;
  for (let number = 1; stands(root, place); number++)
    moveNote(root, place, place.replace(/\.md$/u, `.${number}.md`));
  return place;
}

function notFound(id: string) {
  return memoryError(
    'MEMORY_NOT_FOUND',
    isMemoryId(id) ? `There is no memory ${id}.` : 'There is no memory or claim with this id.',
    'Recall or list memories, and pass one of their ids.',
  );
}
