import { createHash } from 'node:crypto';
import type { LedgerEntry } from '@memora/claims';
import { formatLedgerEntry, LEDGER_FILE, LEDGER_HEADER } from '@memora/claims/internal';
import { type Blake3, MemoraError } from '@memora/core';
import {
  changedError,
  findTeamNotesBehind,
  type Hearing,
  type LearnedMark,
  openTeamNotes,
  type Repeats,
  readNewestVersions,
  readShownPath,
  type ScopeKind,
  shownPath,
  type WriteNoteOptions,
  type WrittenNote,
  writeTeamNote,
} from '@memora/postgres';
import { countRemembered } from '@memora/postgres/internal';
import { composeNote, slugOfPath } from '@memora/vault/internal';
import { withoutCredentials } from '../../indexing/without-credentials.ts';
import { MemoryError } from '../../memory-error.ts';
import type { TeamSession } from '../team-session.ts';
import { NOWHERE } from '../team-session.ts';
import type { TeamWriting, TeamWritten, WriteTeamOptions } from './team-writing.ts';

/** Milliseconds that a write waits for its claims. */
const DEADLINE = 5_000;
/** Milliseconds between two polls, the first and the maximum, if no notice of the publication arrives. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [20, 250];
/** Appends commute: the second writer appends after the first one. */
const MOST_TRIES = 50;

/** The writes of a member: one version at a time, never over an unseen version. */
export function createTeamWriting(
  session: TeamSession,
  { hash, audit }: { readonly hash: Blake3; readonly audit?: WriteNoteOptions['audit'] },
): TeamWriting & {
  readonly append: (entry: Omit<LedgerEntry, 'line'>, asked: LedgerWrite) => Promise<TeamWritten>;
} {
  const { acting, codec, reader, notices } = session;
  const sealing = { ...acting, hash, codec };
  const notes = openTeamNotes(sealing);
  const newestOf = (paths: Iterable<string>) => readNewestVersions(paths, acting);
  const write = async (
    path: string,
    text: Uint8Array | null,
    expected: number,
    via: string,
    asked: WriteTeamOptions & { readonly learned?: LearnedMark; readonly repeats?: Repeats | undefined },
  ) => {
    const written = await writeTeamNote(path, text, expected, {
      ...sealing,
      via,
      audit,
      learned: asked.learned,
      repeats: asked.repeats,
      ...(asked.key === undefined ? {} : { call: asked.call }),
    });
    notices.tell('note', written.scopeId);
    return written;
  };

  /** Returns the claims of a version once they are published, or reports that they are not by the deadline. */
  const settle = async (written: WrittenNote, asked: WriteTeamOptions): Promise<TeamWritten> => {
    const heard = notices.hear('epoch', written.scopeId);
    const isIndexed = await isPublished(written, asked, heard).finally(heard.end);
    const told = { path: written.path, version: written.version, isRepeated: written.isRepeated };
    if (!isIndexed)
      return { ...told, indexed: false, claimIds: [], waitFor: { [written.scope]: written.epoch } };
    await reader.follow([written.scope]);
    const { claims } = await reader.listClaims({ notePath: written.path, bands: ['public', 'private'] });
    return { ...told, indexed: true, claimIds: claims.map(({ id }) => id), waitFor: {} };
  };
  const isPublished = async (
    { path, isRepeated }: WrittenNote,
    { deadline = DEADLINE, signal }: WriteTeamOptions,
    heard: Hearing,
  ): Promise<boolean> => {
    const until = performance.now() + deadline;
    for (let pause = FIRST_PAUSE, isFirst = true; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
      const left = until - performance.now();
      // A version that was just written is not published yet.
      if (!isFirst || isRepeated || left <= 0)
        if ((await findTeamNotesBehind([path], acting)).length === 0) return true;
      if (left <= 0 || signal?.aborted === true) return false;
      await heard.next(Math.min(pause, left), signal);
      isFirst = false;
    }
  };
  return {
    capture: async (note, asked = {}) => {
      const { scope = 'user' } = asked;
      const call = callOf(['capture', scope, note], asked);
      let written: WrittenNote | undefined;
      const { note: plain, hidden } = withoutCredentials(note);
      await composeNote(NOWHERE, plain, async (path, bytes) => {
        written = await write(shownPath(scope, path), bytes, 0, 'capture', { ...asked, call }).catch(
          (error) => {
            throw isChanged(error)
              ? new MemoryError('there is already a note of this name', { code: 'NOTE_EXISTS' })
              : error;
          },
        );
      });
      const told = await settle(written as WrittenNote, asked);
      return { id: slugOfPath(readShownPath(told.path).path), hidden, ...told };
    },
    replaceNote: async (path, text, version, asked = {}) => {
      const call = callOf(['replace', path, text, version], asked);
      const bytes = text === null ? null : new TextEncoder().encode(text.toWellFormed());
      return settle(await write(path, bytes, version, 'edit', { ...asked, call }), asked);
    },
    keepMemory: async (path, text, version, { operation, ...learned }, asked = {}) =>
      settle(await write(path, text, version, operation, { ...asked, learned }), asked),
    countRemembered: (scope) => countRemembered(scope, acting),
    newestOf,
    versionOf: async (path) => (await newestOf([path])).get(path)?.version ?? null,
    isBehind: async (path) => (await findTeamNotesBehind([path], acting)).length > 0,
    promote: async (path, asked = {}) => {
      const own = path.startsWith('@me/') ? path : `@me/${path}`;
      const found = await notes.readNote(own);
      if (found === null)
        throw new MemoryError(`there is no note ${JSON.stringify(own)}`, {
          code: 'NOTE_NOT_FOUND',
          hint: 'Name a note of your own, as it is shown.',
        });
      if (asked.version !== undefined && asked.version !== found.version)
        throw changedError(own, asked.version, found.version);
      const call = callOf(['promote', own, found.version], asked);
      const bytes = withOrigin(
        found.bytes,
        `${own.slice('@me/'.length)}, version ${found.version}, by ${acting.principal.name}`,
      );
      return settle(await write(own.slice('@me/'.length), bytes, 0, 'promote', { ...asked, call }), asked);
    },
    append: async (entry, asked) => {
      const path = shownPath(asked.scope, LEDGER_FILE);
      const call = callOf(['ledger', entry.verb, entry.claimIds, entry.reason], asked);
      for (let left = MOST_TRIES; ; left--) {
        const found = await notes.readNote(path);
        const seen = found?.version ?? 0;
        if (asked.version !== undefined && asked.version !== seen && asked.key === undefined)
          throw changedError(path, asked.version, seen);
        const before = found === null ? LEDGER_HEADER : new TextDecoder().decode(found.bytes);
        const joint = before === '' || before.endsWith('\n') ? '' : '\n';
        const bytes = new TextEncoder().encode(`${before}${joint}${formatLedgerEntry(entry)}`);
        try {
          const written = await write(path, bytes, asked.version ?? seen, entry.verb, { ...asked, call });
          const { claimIds: _, ...told } = await settle(written, asked);
          return { ...told, claimIds: [...entry.claimIds] };
        } catch (error) {
          if (!isChanged(error) || asked.version !== undefined || left === 0) throw error;
        }
      }
    },
  };
}

/** The options of a ledger decision. */
export interface LedgerWrite extends WriteTeamOptions {
  readonly scope: ScopeKind;
  /**
   * The version of the ledger that the caller has seen. By default any version, because decisions are only
   * appended.
   */
  readonly version?: number | undefined;
}

function callOf(asked: unknown, { key }: WriteTeamOptions): WriteTeamOptions['call'] {
  if (key === undefined) return undefined;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return { key: digest(key), print: digest(JSON.stringify(asked)) };
}

function isChanged(error: unknown): boolean {
  return MemoraError.isInstance(error) && error.code === 'NOTE_CHANGED';
}

/** Records the origin of a note in its frontmatter; every other byte stays. */
function withOrigin(bytes: Uint8Array, origin: string): Uint8Array {
  const line = `promoted_from: ${JSON.stringify(origin)}`;
  const text = Buffer.from(bytes).toString('latin1');
  const head = /^(?:\xef\xbb\xbf)?---\r?\n/u.exec(text)?.[0];
  const added = Buffer.from(head === undefined ? `---\n${line}\n---\n` : `${line}\n`);
  const at = head?.length ?? 0;
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)]);
}
