import { stat } from 'node:fs/promises';
import { readFlag, usageError } from '../input/read-option.ts';
import { toPath } from '../input/resolve-vault.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Writes a consistent copy of the index. */
export async function backupIndex(context: CommandContext): Promise<ExitCode> {
  const { args, io, output } = context;
  const target = toPath(args[0] ?? '', io.cwd);
  if ((await stat(target).catch(() => null))?.isDirectory())
    throw usageError(`cannot write ${target}: it is a folder`, 'Name a file in it.');
  await using memory = await openCliMemory(context);
  await whileBusy('copying', memory.backup(target), context);
  output.payload({ path: target });
  output.line(`${output.style('green', 'copied')}  ${target}`);
  return EXIT.done;
}

/** Restores a copy of the index. */
export async function restoreIndex(context: CommandContext): Promise<ExitCode> {
  const { args, io, output } = context;
  const backup = toPath(args[0] ?? '', io.cwd);
  if (!(await stat(backup).catch(() => null))?.isFile())
    throw usageError(`there is no backup at ${backup}`, 'Name a file that `memora backup` wrote.');
  // The vault and its settings are checked first; the database is not opened, because it may be the damaged part.
  await using memory = await openCliMemory(context);
  const path = await whileBusy(
    'restoring',
    memory.restore(backup, { unknown: readFlag(context.options, 'unknown') }),
    context,
  );
  output.payload({ path });
  output.line(`${output.style('green', 'restored')}  ${path}`);
  output.note('Run `memora index` to index what has changed since the copy was made.');
  return EXIT.done;
}
