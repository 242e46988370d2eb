import { join } from 'node:path';
import { assetsDir } from '../../assets-dir.ts';
import type { CliIo } from '../../cli-io.ts';
import { type ServerCommand, serverCommand } from './server-command.ts';

/** The command that starts this installation's server on a vault, with the config folder that this run uses. */
export function ownServerCommand(vault: string, env: CliIo['env']): ServerCommand {
  const bin = join(assetsDir, '..', 'dist', 'bin.js');
  const started = serverCommand(vault, { bin, node: process.execPath, platform: process.platform });
  const keys = env['MEMORA_CONFIG_DIR'];
  return keys ? { ...started, env: { MEMORA_CONFIG_DIR: keys } } : started;
}
