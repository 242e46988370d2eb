import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assetsDir } from '../../assets-dir.ts';
import type { CliIo } from '../../cli-io.ts';
import { findLastingNode } from './find-lasting-node.ts';
import { type ServerCommand, startCommand } from './server-command.ts';

/** The command that starts this installation's server on a vault, with this run's config folder. */
export function ownServerCommand(vault: string, env: CliIo['env']): ServerCommand {
  const { command, args } = ownCommand(env);
  const keys = env['MEMORA_CONFIG_DIR'];
  const started = { command, args: [...args, 'serve', '--vault', vault] };
  return keys ? { ...started, env: { MEMORA_CONFIG_DIR: keys } } : started;
}

/** The words that start this installation's command from any folder, later on. */
export function ownCommand(env: CliIo['env']): ServerCommand {
  return import.meta.url.endsWith('.ts') ? sourceCommand(env) : installedCommand(env);
}

function installedCommand(env: CliIo['env']): ServerCommand {
  const bin = join(assetsDir, '..', 'dist', 'bin.js');
  return startCommand({ bin, node: findLastingNode(env['PATH']), platform: process.platform });
}

/**
 * A clone may never have been built, so it is started from source, as `packaging/from-source/memora` does.
 */
function sourceCommand(env: CliIo['env']): ServerCommand {
  const root = join(assetsDir, '..', '..', '..');
  const folder = join(root, 'packaging', 'from-source');
  const loader = ['--conditions=memora-source', '--import', pathToFileURL(join(folder, 'resolve.ts')).href];
  // The link to the Node of the clone stays the same when a newer one is installed.
  const path = [join(root, 'node_modules', '.bin'), env['PATH']].join(delimiter);
  return { command: findLastingNode(path), args: [...loader, join(folder, 'run.ts')] };
}
