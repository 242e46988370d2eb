import { randomBytes } from 'node:crypto';
import { writeTurnLink } from '@memora/claims/internal';
import { type MessageLike, sealTurn, toTurnKey, toTurns } from '@memora/conversations';
import type { Memory } from '@memora/engine';
import { inspectFile, placeIn } from '@memora/privacy/files';
import { alignQuote } from '@memora/validator/align';
import { type NewTurn, type NoteTurn, parseNote, readTurns, type Vault } from '@memora/vault';
import { slugOf } from '../note/memory-place.ts';
import { findNewTurns } from './find-new-turns.ts';
import type { AppendOptions } from './session.ts';
import { waitForLock } from './wait-for-lock.ts';

/** The conversation of a session, stored in its notes. */
export interface SessionConversation {
  /** Writes the new turns among those that the host sends, and returns them. Credentials are hidden before writing. */
  readonly append: (messages: readonly MessageLike[], options: AppendOptions) => Promise<readonly NewTurn[]>;
  /** The turns as they are in the notes now. */
  readonly turns: () => Promise<readonly NoteTurn[]>;
  /** True for the path of a note that holds turns of it. */
  readonly holds: (notePath: string) => boolean;
  /** A link to the turn that contains a quote; `foreign` for a turn of another conversation, null if none contains it. */
  readonly find: (quote: string, turn?: string) => Promise<string | 'foreign' | null>;
}

export interface ConversationPorts {
  readonly memory: Pick<Memory, 'claims' | 'indexNotes' | 'revision'>;
  readonly vault: Pick<Vault, 'appendTurns' | 'readNote' | 'root'>;
  readonly root: string;
  readonly now: () => Date;
}

export interface ConversationOptions {
  readonly id: string;
  /** True if the session may continue an earlier one. */
  readonly isResumed: boolean;
  readonly title?: string | undefined;
  readonly client?: string | undefined;
}

/** An id for an unnamed conversation. */
export function createConversationId(): string {
  return `conv_${randomBytes(9).toString('hex').slice(0, 12)}`;
}

/** The conversation of one session. Writes nothing before the first turn. */
export function openConversation(
  { id, isResumed, title, client }: ConversationOptions,
  { memory, vault, root, now }: ConversationPorts,
): SessionConversation {
  let path: string | null = null;
  const known = async (): Promise<string | null> => {
    if (path !== null || !isResumed || (await memory.revision()) === null) return path;
    const notes = await memory.claims.notes({ noteId: id });
    path = notes.find(({ type }) => type === 'conversation')?.path ?? null;
    return path;
  };
  const folder = `${root}episodic/conversations/`;
  const name = slugOf(id.replace(/^conv_/u, '')) || 'session';
  const ownName = new RegExp(`/\\d{4}-\\d{2}-\\d{2}-${name}(?:-\\d+)?\\.md$`, 'u');
  const begin = (): string => {
    const day = now().toISOString().slice(0, 10);
    return `${folder}${day.slice(0, 4)}/${day.slice(5, 7)}/${day}-${name}.md`;
  };
  const readAll = async (first: string): Promise<(NoteTurn & { readonly path: string })[]> => {
    const all: (NoteTurn & { readonly path: string })[] = [];
    for (let part = 1; ; part++) {
      const at = partOf(first, part);
      const bytes = await vault.readNote(at).catch(() => null);
      if (bytes === null) return all;
      for (const turn of readTurns(parseNote(bytes, { path: at }))) all.push({ ...turn, path: at });
    }
  };
  let read: { readonly state: string; readonly keys: readonly string[] } | null = null;
  /** The keys of the recorded turns, read again if the notes have grown or shrunk. */
  const recordedKeys = async (first: string): Promise<readonly string[]> => {
    const state = sizesOf(vault.root, first);
    if (read?.state !== state) {
      const turns = await readAll(first);
      read = { state, keys: turns.map(keyOf) };
    }
    return read.keys;
  };
  return {
    turns: async () => {
      const first = await known();
      return first === null ? [] : readAll(first);
    },
    holds: (notePath) => {
      // For a session that another process started, the name is enough: looking the note up would read all of them.
      if (path === null) return isResumed && notePath.startsWith(folder) && ownName.test(notePath);
      const stem = path.slice(0, -'.md'.length);
      return (
        notePath === path ||
        (notePath.startsWith(`${stem}-`) && /^-\d+\.md$/u.test(notePath.slice(stem.length)))
      );
    },
    append: async (messages, { isWhole }) => {
      const at = now().toISOString();
      const said = toTurns(messages).map((turn) => ({ ...turn, at: turn.at ?? at }));
      if (said.length === 0) return [];
      const before = await known();
      // Recorded turns are not searched for secrets again: a host sends the whole history with every turn.
      const standing = new Set(before === null ? [] : await recordedKeys(before));
      const sent = said.map((turn) => {
        const key = keyOf(turn);
        if (standing.has(key)) return { turn, key, isSealed: false };
        const sealed = sealTurn(turn, { hidesCredentials: true });
        return { turn: sealed, key: keyOf(sealed), isSealed: true };
      });
      // Locked, so that nobody else adds turns between reading and writing.
      await using _lock = await waitForLock(vault.root, 'record');
      path = (await known()) ?? begin();
      const keys = sent.map(({ key }) => key);
      const fresh = findNewTurns(await recordedKeys(path), keys, isWhole)
        .flatMap((i) => sent[i] ?? [])
        .map(({ turn, isSealed }) => (isSealed ? turn : sealTurn(turn, { hidesCredentials: true })));
      if (fresh.length === 0) return [];
      const conversation = {
        id,
        channel: 'host',
        createdMs: now().getTime(),
        ...(title === undefined ? {} : { title }),
        ...(client === undefined ? {} : { client }),
      } as const;
      const written = new Set<string>();
      for (const part of inParts(fresh))
        written.add((await vault.appendTurns(path, part, { conversation })).path);
      await memory.indexNotes([...written]);
      return fresh;
    },
    find: async (quote, turn) => {
      const [, named, number] = /^(?:(.*)#)?\^?t(\d{1,9})$/u.exec(turn ?? '') ?? [];
      if (named !== undefined && named !== id) return 'foreign';
      if (turn !== undefined && number === undefined) return null;
      const first = await known();
      if (first === null) return null;
      const all = (await readAll(first)).flatMap(({ path: at, index, text }) =>
        index === null ? [] : [{ link: writeTurnLink({ path: at, index }), index, text }],
      );
      const asked = number === undefined ? all : all.filter(({ index }) => index === Number(number));
      return asked.findLast(({ text }) => holds(text, quote))?.link ?? null;
    },
  };
}

/** A key that is equal for a turn and its recorded form, at any time. */
function keyOf(turn: NewTurn | NoteTurn): string {
  return toTurnKey(turn, { timeless: true });
}

/** How many characters of turns are written at once; a long history continues in further notes. */
const PART = 64 * 1024;

function* inParts(turns: readonly NewTurn[]): Generator<readonly NewTurn[]> {
  let part: NewTurn[] = [];
  let length = 0;
  for (const turn of turns) {
    if (length > 0 && length + turn.text.length > PART) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(turn);
    length += turn.text.length;
  }
  if (part.length > 0) yield part;
}

function partOf(first: string, part: number): string {
  return part === 1 ? first : first.replace(/\.md$/u, `-${part}.md`);
}

function sizesOf(vaultRoot: string, first: string): string {
  const sizes: string[] = [];
  for (let part = 1; ; part++) {
    const found = inspectFile(placeIn(vaultRoot, partOf(first, part)));
    if (found === null) return sizes.join(' ');
    sizes.push(`${found.size}:${found.mtimeMs}`);
  }
}

function holds(text: string, quote: string): boolean {
  return ['identical', 'normalized', 'case_only', 'ambiguous'].includes(alignQuote(text, quote).status);
}
