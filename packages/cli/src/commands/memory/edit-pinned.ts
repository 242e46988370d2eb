import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inspectFile, placeIn } from '@memora/privacy/files';
import { isPersonThere } from '../../input/ask-person.ts';
import { usageError } from '../../input/read-option.ts';
import { resolveVault } from '../../input/resolve-vault.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';

/** Opens `MEMORY.md` in the person's editor. Memora itself never writes that file. */
export async function editPinned(context: CommandContext): Promise<ExitCode> {
  const { io } = context;
  const { path: vault } = await resolveVault(context);
  const editor = io.env['VISUAL'] || io.env['EDITOR'];
  if (!isPersonThere(io) || editor === undefined || editor === '')
    throw usageError(
      'MEMORY.md is edited by a person in a terminal',
      'Set EDITOR, and run this in a terminal; or open MEMORY.md in any editor.',
    );
  // An editor would follow a link to another file.
  inspectFile(placeIn(vault, 'MEMORY.md'));
  const [command = '', ...args] = editor.split(' ').filter((part) => part !== '');
  const child = spawn(command, [...args, join(vault, 'MEMORY.md')], { stdio: 'inherit', env: { ...io.env } });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0 ? EXIT.done : EXIT.checkFailed;
  } catch (error) {
    throw usageError(
      `the editor ${JSON.stringify(command)} does not start (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      'Set EDITOR to a program that is installed, such as: EDITOR=nano',
    );
  }
}
