import { realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { PASSING } from './server-command.ts';

/**
 * Returns the path of the running Node that is most likely to survive an update of Node. `process.execPath`
 * often contains a version, as `/opt/homebrew/Cellar/node/24.1.0/bin/node` does. If a folder of `path` has a
 * link to that file, such as `/opt/homebrew/bin/node`, the link is returned. The bare name `node` would not
 * do: an agent that was started from a desktop may have another `PATH` than your shell.
 */
export function findLastingNode(
  path: string | undefined,
  node = process.execPath,
  separator = delimiter,
): string {
  const file = realPath(node);
  const links = (path ?? '')
    .split(separator)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, basename(node)))
    .filter((link) => !PASSING.test(link));
  return links.find((link) => realPath(link) === file) ?? node;
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
