import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of the user's own config: `MEMORA_CONFIG_DIR`, else the platform's place for it. */
export function userConfigDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const chosen = env['MEMORA_CONFIG_DIR'];
  if (chosen !== undefined && chosen !== '') return chosen;
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'memora');
  if (env['XDG_CONFIG_HOME']) return join(env['XDG_CONFIG_HOME'], 'memora');
  return join(env['HOME'] ?? homedir(), '.config', 'memora');
}
