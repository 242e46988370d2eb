import { setTimeout as sleep } from 'node:timers/promises';
import { type Band, MemoraError } from '@memora/core';
import { findLastTurn } from '@memora/core/internal';
import { appendToFile, inspectFile, placeIn, readPlainFile, readTail } from '@memora/privacy/files';
import { checkRelativePath, confinePath } from '../files/confine-path.ts';
import { acquireVaultLock, type VaultLock } from '../files/vault-lock.ts';
import { asWriteError } from '../files/write-note-file.ts';
import { toSecond } from '../frontmatter/normalise-date.ts';
import { toYamlScalar } from '../frontmatter/to-yaml.ts';
import { vaultError } from '../vault-error.ts';
import { renderTurns } from './render-turns.ts';
import type { NewTurn } from './turn.ts';

/** The frontmatter of a new conversation note. */
export interface NewConversation {
  readonly id: string;
  /** Who wrote the note: the host program that the person talked to, an import, or the model itself. */
  readonly channel: 'host' | 'import' | 'agent';
  readonly title?: string;
  readonly client?: string;
  /** Milliseconds; now by default. */
  readonly createdMs?: number;
  readonly privacy?: Band;
}

export interface AppendTurnsOptions {
  /** Creates the note if it does not exist. Without this option, a path without a note is refused. */
  readonly conversation?: NewConversation;
  /** How long to wait for other writers of the vault, in milliseconds; 30,000 by default. */
  readonly waitMs?: number;
}

/** The place of appended turns. */
export interface AppendedTurns {
  /** The note that holds them: a long conversation continues in `<name>-2.md`, `<name>-3.md` and so on. */
  readonly path: string;
  /** The numbers of the turns, in order. */
  readonly indexes: readonly number[];
}

/** From this size on, a conversation continues in another note. */
export const FULL_NOTE_BYTES = 64 * 1024;
const LOCK = 'turns';
const MAX_NOTES = 100_000;

/**
 * Appends turns to a conversation note; they are on disk when the promise resolves. Several processes may append at once. Half-written text from a crash stays
 * at the end and is not part of any turn. Throws `NOTE_NOT_FOUND`, `TURN_INVALID`, `VAULT_LOCKED`, `DISK_FULL` or `NOTE_UNWRITABLE`; the note is then
 * unchanged.
 */
export async function appendTurns(
  root: string,
  path: string,
  turns: readonly NewTurn[],
  { conversation, waitMs = 30_000 }: AppendTurnsOptions = {},
): Promise<AppendedTurns> {
  const first = checkRelativePath(path, true);
  renderTurns(turns);
  await using _lock = await waitForLock(root, waitMs);
  const number = numberOfLastNote(root, first);
  const last = number === 0 ? null : readEnd(root, nameOf(first, number));
  if (last === null && conversation === undefined) {
    throw vaultError('NOTE_NOT_FOUND', `There is no conversation at ${path}.`, {
      hint: 'Pass the option `conversation` to begin one.',
    });
  }
  const isFull = last !== null && last.size >= FULL_NOTE_BYTES;
  const at = nameOf(first, last === null ? 1 : isFull ? number + 1 : number);
  if (turns.length === 0) return { path: at, indexes: [] };
  const next = (last?.index ?? 0) + 1;
  const header = headerOf(root, first, conversation, isFull ? number + 1 : 1);
  write(
    root,
    at,
    header,
    `${isFull || last === null ? '' : last.isWhole ? '\n' : '\n\n'}${renderTurns(turns, { first: next })}`,
  );
  return { path: at, indexes: turns.map((_, i) => next + i) };
}

/** One write, so no reader sees a turn without its head. */
function write(root: string, path: string, header: string, text: string): void {
  try {
    confinePath(root, path);
    appendToFile(placeIn(root, path), text, { header, flush: true });
  } catch (error) {
    throw asWriteError(path, error);
  }
}

/** Writers take turns, and each holds the lock for one write. */
async function waitForLock(root: string, waitMs: number): Promise<VaultLock> {
  const until = performance.now() + waitMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await acquireVaultLock(root, LOCK);
    } catch (error) {
      const isBusy = MemoraError.isInstance(error) && error.code === 'VAULT_LOCKED';
      if (!isBusy || performance.now() >= until) throw error;
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

function nameOf(first: string, number: number): string {
  return number === 1 ? first : first.replace(/(?:\.md)?$/iu, (ending) => `-${number}${ending}`);
}

/** The number of the last note of the conversation; 0 if there is none. The number of lookups is logarithmic in the number of notes. */
function numberOfLastNote(root: string, first: string): number {
  const exists = (number: number): boolean => inspectFile(placeIn(root, nameOf(first, number))) !== null;
  if (!exists(1)) return 0;
  let low = 1;
  let high = 2;
  for (; high < MAX_NOTES && exists(high); high *= 2) low = high;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (exists(middle)) low = middle;
    else high = middle;
  }
  return low;
}

interface NoteEnd {
  readonly size: number;
  /** The number of its last turn; 0 if it has none. */
  readonly index: number;
  /** False if anything follows the last turn. */
  readonly isWhole: boolean;
}

/** The id of the last turn is nearly always in this many bytes. */
const TAIL_BYTES = 512;

function readEnd(root: string, path: string): NoteEnd | null {
  const place = placeIn(root, path);
  const end = readTail(place, TAIL_BYTES);
  if (end === null) return null;
  const near = findLastTurn(end.tail);
  // The end of the note may be half-written, and contain a truncated number.
  const found =
    near?.isWhole === true || end.size <= end.tail.length
      ? near
      : findLastTurn(readPlainFile(place) ?? end.tail);
  return { size: end.size, index: found?.index ?? 0, isWhole: found?.isWhole ?? false };
}

function headerOf(
  root: string,
  first: string,
  conversation: NewConversation | undefined,
  number: number,
): string {
  if (conversation === undefined) {
    // A continuation note repeats the properties of the first note.
    const bytes = readPlainFile(placeIn(root, first));
    const text = bytes === null ? '' : new TextDecoder().decode(bytes);
    const head = /^\ufeff?(---\r?\n[\s\S]*?\n---\r?\n)/u.exec(text)?.[1] ?? '';
    return head.replace(/^id: *([\w-]+)/mu, (_, id: string) => `id: ${id}-${number}`);
  }
  const { id, channel, client, title, createdMs, privacy = 'private' } = conversation;
  const lines = [
    `id: ${toYamlScalar(number === 1 ? id : `${id}-${number}`)}`,
    'type: episodic',
    'source: conversation',
    `channel: ${channel}`,
    ...(client === undefined ? [] : [`client: ${withoutMarkers(toYamlScalar(client))}`]),
    ...(title === undefined
      ? []
      : [`title: ${withoutMarkers(JSON.stringify(title.replace(/\s+/gu, ' ').trim().toWellFormed()))}`]),
    `created: ${toSecond(createdMs ?? Date.now())}`,
    `privacy: ${privacy}`,
  ];
  return `---\n${lines.join('\n')}\n---\n`;
}

/** Escapes privacy markers in a quoted value: the title that a model gave a chat must not hide what the user said in it. YAML reads the same value. */
function withoutMarkers(scalar: string): string {
  return scalar.replace(/[<>&%{}#]/gu, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
