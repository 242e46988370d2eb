import { statSync } from 'node:fs';
import { placeAt, readPlainText } from '@memora/privacy/files';
import type { UserFolders } from './user-folders.ts';

/** Obsidian's list is a few lines; a larger file is something else. */
const MOST_BYTES = 1024 * 1024;

/** The existing vaults in Obsidian's list, the last opened one first. An unreadable list gives none. */
export function listObsidianVaults(folders: UserFolders): string[] {
  const timeByPath = new Map<string, number>();
  for (const file of listFiles(folders)) {
    for (const { path, ts } of readList(file)) {
      if (isFolder(path)) timeByPath.set(path, Math.max(ts, timeByPath.get(path) ?? 0));
    }
  }
  return [...timeByPath].sort(([, a], [, b]) => b - a).map(([path]) => path);
}

/** Obsidian as installed directly, by Flatpak and by Snap. */
function listFiles({ platform, home, config, join }: UserFolders): string[] {
  const own = join(config, 'obsidian', 'obsidian.json');
  if (platform !== 'linux') return [own];
  return [
    own,
    join(home, '.var', 'app', 'md.obsidian.Obsidian', 'config', 'obsidian', 'obsidian.json'),
    join(home, 'snap', 'obsidian', 'current', '.config', 'obsidian', 'obsidian.json'),
  ];
}

function readList(file: string): { path: string; ts: number }[] {
  try {
    const { vaults } = JSON.parse(readPlainText(placeAt(file), MOST_BYTES) ?? '{}') as { vaults?: object };
    return Object.values(vaults ?? {}).flatMap((vault: { path?: unknown; ts?: unknown } | null) =>
      typeof vault?.path === 'string'
        ? [{ path: vault.path, ts: typeof vault.ts === 'number' ? vault.ts : 0 }]
        : [],
    );
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
