import { configFolder } from '@memora/privacy/keyring';
import { expect, it } from 'vitest';
import { userConfigDir } from './user-config-dir.ts';

const ENVIRONMENTS = [
  { HOME: '/home/ida' },
  { HOME: '/home/ida', XDG_CONFIG_HOME: '/x' },
  { HOME: '/home/ida', APPDATA: '/roaming' },
  { HOME: '/home/ida', APPDATA: '/roaming', XDG_CONFIG_HOME: '/x' },
  { HOME: '/home/ida', MEMORA_CONFIG_DIR: 'relative/own' },
  { HOME: '/home/ida', MEMORA_CONFIG_DIR: '', XDG_CONFIG_HOME: '', APPDATA: '' },
];

it.each(['linux', 'darwin', 'win32'] as const)(
  'has keys, token and config share one folder on %s',
  (platform) => {
    for (const env of ENVIRONMENTS) expect(userConfigDir(env, platform)).toBe(configFolder(env, platform));
    const folderOf = (at: number) => userConfigDir(ENVIRONMENTS[at], platform).replaceAll('\\', '/');
    expect(folderOf(1)).toBe('/x/memora');
    expect(folderOf(4)).toMatch(/^(?:\/|[A-Z]:).*\/relative\/own$/u);
    if (platform === 'linux') expect(folderOf(0)).toBe('/home/ida/.config/memora');
    if (platform === 'darwin') expect(folderOf(0)).toBe('/home/ida/Library/Application Support/memora');
    if (platform === 'win32') expect(folderOf(2)).toBe('/roaming/memora');
  },
);
