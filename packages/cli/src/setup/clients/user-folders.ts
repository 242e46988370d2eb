import { posix, win32 } from 'node:path';
import type { CliIo } from '../../cli-io.ts';

/** The folders in which programs keep the settings of one user. */
export interface UserFolders {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `~/.config` or `$XDG_CONFIG_HOME`, `~/Library/Application Support`, `%APPDATA%`. */
  readonly config: string;
  /** Joins parts as paths of this platform are written. */
  readonly join: (...parts: readonly string[]) => string;
  /** An absolute folder that a variable of the environment names. */
  readonly named: (variable: string) => string | null;
}

/** The folders of the user whose environment this is; null if it names no home. Does not search the disk. */
export function findUserFolders(
  env: CliIo['env'],
  platform: NodeJS.Platform = process.platform,
): UserFolders | null {
  const path = platform === 'win32' ? win32 : posix;
  const named = (variable: string) => {
    const value = env[variable];
    return value && path.isAbsolute(value) ? path.normalize(value) : null;
  };
  const home = named(platform === 'win32' ? 'USERPROFILE' : 'HOME');
  if (home === null) return null;
  return { platform, home, config: configOf(), join: path.join, named };

  function configOf(): string {
    if (platform === 'win32') return named('APPDATA') ?? path.join(home ?? '', 'AppData', 'Roaming');
    if (platform === 'darwin') return path.join(home ?? '', 'Library', 'Application Support');
    return named('XDG_CONFIG_HOME') ?? path.join(home ?? '', '.config');
  }
}
