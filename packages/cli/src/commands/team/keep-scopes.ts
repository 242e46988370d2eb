import { resolve } from 'node:path';
import { addUserScope, closeUserScope, listScopes, readLeftNotes } from '@memora/postgres';
import { makeFolder, placeAt, placeIn, writeWholeFile } from '@memora/privacy/files';
import { readText, usageError } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliTeam, openSealing } from './open-cli-team.ts';

type Acting = Parameters<typeof listScopes>[0];

/** Lists the scopes of a workspace, makes one for a principal's own notes, and closes, reopens and exports that of somebody who has left. */
export async function keepScopes(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  const [act, name] = args;
  const { team, workspace, principal } = await openCliTeam(context);
  await using _closed = team;
  const acting = { source: team.source, workspace, principal };
  if (act === 'list') {
    const scopes = await listScopes(acting);
    output.payload({ scopes });
    for (const { kind, owner, epoch, leftAt } of scopes)
      output.line(
        `${kind.padEnd(9)}  epoch ${epoch}  ${owner}${leftAt === null ? '' : `  left ${leftAt.slice(0, 10)}`}`,
      );
    return EXIT.done;
  }
  if (name === undefined || name === '') throw usageError('whose? No principal is named');
  if (act === 'export') return exportScope(context, acting, name);
  if (act === 'add') {
    const made = await addUserScope(acting, name);
    output.payload({ owner: name, made });
    output.note(made ? `${name} has a scope now.` : `${name} had one already.`);
    return EXIT.done;
  }
  const isClosed = act === 'close';
  const found = await closeUserScope(acting, name, isClosed);
  output.payload({ owner: name, found, closed: isClosed });
  if (!found) output.note(`${name} has no scope.`);
  else
    output.note(
      isClosed
        ? `The scope of ${name} is closed: nobody asks in it, and administrators may export or erase it.`
        : `${name} has its scope again.`,
    );
  return found ? EXIT.done : EXIT.checkFailed;
}

/** Writes the notes of somebody who has left into a new folder. */
async function exportScope(context: CommandContext, acting: Acting, who: string): Promise<ExitCode> {
  const { options, output, io } = context;
  const named = readText(options, 'output');
  if (named === undefined) throw usageError('where to? Name a folder with --output');
  const root = resolve(io.cwd, named);
  makeFolder(placeAt(root));
  const written: string[] = [];
  const skipped: { path: string; code: string }[] = [];
  for await (const note of readLeftNotes({ ...acting, ...(await openSealing(context)) }, who)) {
    if ('code' in note) skipped.push(note);
    else {
      await writeWholeFile(placeIn(root, note.path), note.bytes, {
        mode: 0o600,
        folderMode: 0o700,
        isNew: true,
      });
      written.push(note.path);
    }
  }
  output.payload({ owner: who, written, skipped });
  for (const { path, code } of skipped) output.line(`left     ${path} (${code})`);
  output.note(
    written.length > 0
      ? `${written.length} notes of ${who} are in ${root}.`
      : `Nothing of ${who} was written: its scope is empty, or it has not left.`,
  );
  return skipped.length > 0 || written.length === 0 ? EXIT.checkFailed : EXIT.done;
}
