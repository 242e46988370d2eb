import { resolve } from 'node:path';
import { MemoraError } from '@memora/core';
import { checkNotePath, openBlob, openTeamSealing } from '@memora/postgres/internal';
import { makeFolder, placeAt, placeIn, writeWholeFile } from '@memora/privacy/files';
import { askPerson, isPersonThere } from '../../input/ask-person.ts';
import { readFlag, readText, usageError } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { readLearned } from './history/show-learned.ts';
import { type AskTeam, openTeam } from './open/open-team.ts';

interface Scope {
  readonly kind: string;
  readonly owner: string;
  readonly epoch: number;
  readonly leftAt: string | null;
}

interface LeftNote {
  readonly path: string;
  readonly hash: string;
  readonly bytes: string;
  readonly sealed: boolean;
}

/**
 * Lists the scopes of a workspace; creates one for a principal's own notes; closes, reopens, exports and
 * removes the scope of a person who has left.
 */
export async function keepScopes(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  const [act, name] = args;
  const group = readFlag(context.options, 'group');
  await using team = await openTeam(context);
  if (act === 'list') {
    const { scopes } = await team.ask<{ readonly scopes: readonly Scope[] }>('scope.list');
    output.payload({ scopes });
    for (const { kind, owner, epoch, leftAt } of scopes)
      output.line(
        `${kind.padEnd(9)}  epoch ${epoch}  ${owner}${leftAt === null ? '' : `  left ${leftAt.slice(0, 10)}`}`,
      );
    return EXIT.done;
  }
  if (name === undefined || name === '') throw usageError('no principal or group is given');
  // Awaited here: the team is closed when this function returns.
  if (act === 'export') return await exportScope(context, team.ask, name);
  if (act === 'add') {
    const { made } = await team.ask<{ readonly made: boolean }>('scope.add', { owner: name, group });
    output.payload({ owner: name, made });
    output.note(made ? `${name} has a scope now.` : `${name} had one already.`);
    return EXIT.done;
  }
  if (act === 'remove') return await removeScope(context, team.ask, name);
  const isClosed = act === 'close';
  const { found } = await team.ask<{ readonly found: boolean }>('scope.close', {
    owner: name,
    closed: isClosed,
    group,
  });
  output.payload({ owner: name, found, closed: isClosed });
  if (!found) output.note(`${name} has no scope.`);
  else
    output.note(
      isClosed
        ? `The scope of ${name} is closed: nobody can ask in it, and administrators may export or erase it.`
        : `${name} has its scope again.`,
    );
  return found ? EXIT.done : EXIT.checkFailed;
}

/** Removes a scope with its notes, but not the person it belongs to. In a terminal, asks first. */
async function removeScope(
  { options, output, io }: CommandContext,
  ask: AskTeam,
  owner: string,
): Promise<ExitCode> {
  if (
    isPersonThere(io) &&
    !(await askPerson(`Remove the scope of ${owner} and all notes in it for good?`, io))
  )
    return EXIT.interrupted;
  const { notes } = await ask<{ readonly notes: number | null }>('scope.remove', {
    owner,
    group: readFlag(options, 'group'),
  });
  output.payload({ owner, notes });
  output.note(
    notes === null
      ? `${owner} has no scope.`
      : `The scope of ${owner} is removed, with ${notes} notes. Membership and what they wrote for others stay; \`memora team erase-user\` removes those.`,
  );
  return notes === null ? EXIT.checkFailed : EXIT.done;
}

/** The learning log of an exported scope, one entry per line. */
const LEARNED_FILE = '_learned.jsonl';

/** Writes the notes of a person who has left into a new folder, with the learning log of their agents. */
async function exportScope(context: CommandContext, ask: AskTeam, who: string): Promise<ExitCode> {
  const { options, output, io } = context;
  const named = readText(options, 'output');
  if (named === undefined) throw usageError('no folder is given: pass one with --output');
  const root = resolve(io.cwd, named);
  makeFolder(placeAt(root));
  const written: string[] = [];
  const skipped: { path: string; code: string }[] = [];
  const sealing = await openTeamSealing(io);
  const made = { mode: 0o600, folderMode: 0o700, isNew: true } as const;
  for (let after = ''; ; ) {
    const asked = { owner: who, after, group: readFlag(options, 'group') };
    const { note } = await ask<{ readonly note: LeftNote | null }>('scope.left', asked);
    if (note === null) break;
    const { path, sealed } = note;
    after = path;
    const blob = { hash: Buffer.from(note.hash, 'hex'), bytes: Buffer.from(note.bytes, 'base64'), sealed };
    try {
      const bytes = openBlob(path, blob, sealing);
      await writeWholeFile(placeIn(root, checkNotePath(path)), bytes, made);
      written.push(path);
    } catch (error) {
      if (!MemoraError.isInstance(error)) throw error;
      skipped.push({ path, code: error.code });
    }
  }
  const learned = await readLearned(ask, 'scope.learned', { owner: who, group: readFlag(options, 'group') });
  const lines = learned.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  if (lines !== '') await writeWholeFile(placeIn(root, LEARNED_FILE), Buffer.from(lines), made);
  output.payload({ owner: who, written, skipped });
  for (const { path, code } of skipped) output.line(`left     ${path} (${code})`);
  output.note(
    written.length > 0
      ? `${written.length} notes of ${who} are in ${root}.`
      : `Nothing of ${who} was written: its scope is empty, or it has not left.`,
  );
  return skipped.length > 0 || written.length === 0 ? EXIT.checkFailed : EXIT.done;
}
