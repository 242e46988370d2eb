import { MemoraError } from '@memora/core';
import { openTeamSealing, pullFolder, pushErased, pushFolder, pushRefused } from '@memora/postgres/internal';
import { makeFolder, placeAt } from '@memora/privacy/files';
import { readText } from '../../input/read-option.ts';
import { resolveVault } from '../../input/resolve-vault.ts';
import { toFileError } from '../../output/to-file-error.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openTeam } from './open/open-team.ts';

/** Sends the notes of a folder that differ from the team's. */
export async function pushNotes(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  await using exchange = await openExchange(context);
  const report = await pushFolder({ ...exchange, sourceCommit: readText(options, 'sourceCommit') }).catch(
    (error: unknown) => {
      throw MemoraError.isInstance(error, 'OUTBOUND_FAILED', 'OUTBOUND_TIMEOUT') ? pushCutOff(error) : error;
    },
  );
  if (report.erased.length > 0) throw pushErased(report.erased);
  if (report.moved.length > 0) throw pushRefused(report.moved);
  output.payload({
    written: report.written,
    removed: report.removed,
    unchanged: report.unchanged,
    skipped: report.skipped,
  });
  for (const path of report.written) output.line(`pushed   ${path}`);
  for (const path of report.removed) output.line(`removed  ${path}`);
  for (const { path, code } of report.skipped) output.line(`left     ${path} (${code})`);
  output.note(
    `${report.written.length} pushed, ${report.removed.length} removed, ${report.unchanged} unchanged. Answers show them once a worker has published them.`,
  );
  return EXIT.done;
}

/**
 * A repeated push has the same name. The server knows what it has received, so a lost answer does no harm.
 */
function pushCutOff({ message, code, cause }: MemoraError): MemoraError {
  return new MemoraError(`the push was cut off: ${message}`, {
    code,
    hint: 'Push again: what has arrived is not sent again, and nothing is written twice.',
    cause,
  });
}

/** Writes the team's notes into a folder, which is created if necessary. */
export async function pullNotes(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using exchange = await openExchange(context, makeVault);
  const report = await pullFolder(exchange);
  output.payload({ ...report });
  for (const path of report.written) output.line(`pulled   ${path}`);
  for (const path of report.removed) output.line(`removed  ${path}`);
  for (const path of report.erased) output.line(`erased   ${path}`);
  for (const path of report.both) output.line(`both     ${path}: their version is next to it`);
  for (const { path, code } of report.skipped) output.line(`left     ${path} (${code})`);
  output.note(
    `${report.written.length} pulled, ${report.removed.length + report.erased.length} removed, ${report.unchanged} unchanged.`,
  );
  return report.skipped.length > 0 ? EXIT.checkFailed : EXIT.done;
}

/** Copies a note of the caller into the workspace. */
export async function promoteOwnNote(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  await using team = await openTeam(context);
  const { note, path } = await team.ask<{ readonly note: string; readonly path: string }>('promote', {
    note: args[0] ?? '',
  });
  output.payload({ note, path });
  output.note(`${path} is now a note of the workspace; yours was kept.`);
  return EXIT.done;
}

/**
 * The folder and the team of an exchange, with the codec that seals notes. `prepare` is called once the team
 * is reached, so that a wrong setting leaves no folder behind. Secret notes are sealed with the team's key,
 * because nobody else could open notes sealed with a vault's own key.
 */
async function openExchange(context: CommandContext, prepare: (root: string) => void = () => undefined) {
  const { path: root } = await resolveVault(context);
  const team = await openTeam(context);
  try {
    const meeting = await team.meet();
    prepare(root);
    const sealing = await openTeamSealing(context.io);
    return { ...sealing, ...meeting, root, [Symbol.asyncDispose]: () => team[Symbol.asyncDispose]() };
  } catch (error) {
    await team[Symbol.asyncDispose]();
    throw error;
  }
}

/** The same as `memora init` creates. A dangling link and a file are left unchanged. */
function makeVault(root: string): void {
  try {
    makeFolder(placeAt(root), 0o777);
  } catch (error) {
    throw toFileError(error, root);
  }
}
