import { promoteNote, pullFolder, pushErased, pushFolder, pushRefused } from '@memora/postgres';
import { makeFolder, placeAt } from '@memora/privacy/files';
import { readText } from '../../input/read-option.ts';
import { resolveVault } from '../../input/resolve-vault.ts';
import { toFileError } from '../../output/to-file-error.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliTeam, openSealing } from './open-cli-team.ts';

/** Sends the notes of a folder that differ from the database. */
export async function pushNotes(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  await using exchange = await openExchange(context);
  const report = await pushFolder({ ...exchange, sourceCommit: readText(options, 'sourceCommit') });
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
    `${report.written.length} pushed, ${report.removed.length} removed, ${report.unchanged} unchanged. Answers show them once \`memora team worker\` has run.`,
  );
  return EXIT.done;
}

/** Writes what the database holds into a folder, which is made where there is none. */
export async function pullNotes(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using exchange = await openExchange(context, makeVault);
  const report = await pullFolder(exchange);
  output.payload({ ...report });
  for (const path of report.written) output.line(`pulled   ${path}`);
  for (const path of report.removed) output.line(`removed  ${path}`);
  for (const path of report.erased) output.line(`erased   ${path}`);
  for (const path of report.both) output.line(`both     ${path}: theirs stands beside it`);
  for (const { path, code } of report.skipped) output.line(`left     ${path} (${code})`);
  output.note(
    `${report.written.length} pulled, ${report.removed.length + report.erased.length} removed, ${report.unchanged} unchanged.`,
  );
  return report.skipped.length > 0 ? EXIT.checkFailed : EXIT.done;
}

/** Makes a note of one's own a note of the workspace. */
export async function promoteOwnNote(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  const { team, workspace, principal } = await openCliTeam(context);
  await using _closed = team;
  const note = args[0] ?? '';
  const path = await promoteNote(note, {
    ...(await openSealing(context)),
    source: team.source,
    workspace,
    principal,
  });
  output.payload({ note, path });
  output.note(`${path} is a note of ${workspace} now; yours stays.`);
  return EXIT.done;
}

/**
 * The folder and the database that a command moves notes between, with what seals them. `prepare` is called once the database is there: a mistaken setting
 * leaves no folder behind.
 */
async function openExchange(context: CommandContext, prepare: (root: string) => void = () => undefined) {
  const { path: root } = await resolveVault(context);
  const { team, workspace, principal, database } = await openCliTeam(context);
  try {
    prepare(root);
    const sealing = await openSealing(context);
    return {
      ...sealing,
      source: team.source,
      workspace,
      principal,
      database,
      root,
      [Symbol.asyncDispose]: team.close,
    };
  } catch (error) {
    await team.close();
    throw error;
  }
}

/** As `memora init` makes one. A link that leads nowhere and a file are left as they are. */
function makeVault(root: string): void {
  try {
    makeFolder(placeAt(root), 0o777);
  } catch (error) {
    throw toFileError(error, root);
  }
}
