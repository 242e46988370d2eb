import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The user's Memora folder, outside every vault: `MEMORA_CONFIG_DIR`, otherwise `$XDG_CONFIG_HOME/memora`, otherwise the platform's place (`~/.config`,
 * `~/Library/Application Support`, `%APPDATA%`).
 */
export function configFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { MEMORA_CONFIG_DIR: own, XDG_CONFIG_HOME: xdg, APPDATA: appData, HOME: home } = env;
  if (own !== undefined && own !== '') return resolve(own);
  if (xdg !== undefined && xdg !== '') return join(xdg, 'memora');
  if (platform === 'win32') return join(appData || join(homedir(), 'AppData', 'Roaming'), 'memora');
  if (platform === 'darwin') return join(home || homedir(), 'Library', 'Application Support', 'memora');
  return join(home || homedir(), '.config', 'memora');
}
