/**
 * The file for a command's compiled code between runs: in the user's cache folder (`NODE_COMPILE_CACHE`,
 * `XDG_CACHE_HOME`, or the platform's), never in a vault. Null if code may not or can't be kept:
 * `NODE_DISABLE_COMPILE_CACHE` is set, there is no such folder, or the first argument is not the name of a
 * command. Each event of `memory hook` has its own file, and so has a command with `--team`: otherwise they
 * would overwrite each other's code.
 */
export function codeCacheFile(
  env: Readonly<Record<string, string | undefined>>,
  ...args: readonly (string | undefined)[]
): string | null {
  const [argument, act, event = ''] = args;
  const fs = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  const folder = cacheFolder();
  const command = argument?.replace(/^--?/, '') ?? 'none';
  if (folder === null || !/^[a-z]{1,20}$/.test(command)) return null;
  const isHook = command === 'memory' && act === 'hook' && /^[a-z-]{1,30}$/i.test(event);
  const ofTeam = args.includes('--team') ? '-team' : '';
  const name = isHook ? `memory-hook-${event.toLowerCase()}` : `${command}${ofTeam}`;
  return path.join(folder, 'memora', `${process.version}-${process.arch}`, name);

  function cacheFolder(): string | null {
    if (env['NODE_DISABLE_COMPILE_CACHE']) return null;
    const chosen = env['NODE_COMPILE_CACHE'] || env['XDG_CACHE_HOME'];
    if (chosen) return path.isAbsolute(chosen) ? chosen : null;
    if (process.platform === 'win32') return env['LOCALAPPDATA'] || null;
    const home = env['HOME'];
    // A missing home folder is not created.
    if (!home || !path.isAbsolute(home) || !fs.existsSync(home)) return null;
    return process.platform === 'darwin' ? path.join(home, 'Library', 'Caches') : path.join(home, '.cache');
  }
}

/**
 * Creates the folder of a cache file if it is missing; true if it then belongs to this user alone. Anyone
 * else who may write to it could place compiled code there that would then be run.
 */
export function isOwnCacheFolder(file: string): boolean {
  const fs = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  const folder = path.dirname(file);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return [folder, path.dirname(folder)].every((one) => {
      const found = fs.lstatSync(one);
      if (!found.isDirectory()) return false;
      return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
    });
  } catch {
    return false;
  }
}
