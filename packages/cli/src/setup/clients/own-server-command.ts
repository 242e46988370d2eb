import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assetsDir } from '../../assets-dir.ts';
import type { CliIo } from '../../cli-io.ts';
import { type ServerCommand, serverCommand } from './server-command.ts';

/** The command that starts this installation's server on a vault, with the config folder that this run uses. */
export function ownServerCommand(vault: string, env: CliIo['env']): ServerCommand {
  const started = import.meta.url.endsWith('.ts') ? sourceCommand(vault) : installedCommand(vault);
  const keys = env['MEMORA_CONFIG_DIR'];
  return keys ? { ...started, env: { MEMORA_CONFIG_DIR: keys } } : started;
}

function installedCommand(vault: string): ServerCommand {
  const bin = join(assetsDir, '..', 'dist', 'bin.js');
  return serverCommand(vault, { bin, node: process.execPath, platform: process.platform });
}

/** A clone may never have been built, so its source is started, as `packaging/from-source/memora` does. */
function sourceCommand(vault: string): ServerCommand {
  const folder = join(assetsDir, '..', '..', '..', 'packaging', 'from-source');
  const loader = ['--conditions=memora-source', '--import', pathToFileURL(join(folder, 'resolve.ts')).href];
  return { command: process.execPath, args: [...loader, join(folder, 'run.ts'), 'serve', '--vault', vault] };
}
