import { type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { systemCode } from '../vault-error.ts';

/** Reports which paths of a vault may have changed. These are only hints: the watcher looks at the files themselves. */
export interface FolderWatchers {
  /** Watches a folder. `identity` distinguishes a new folder with an old name: inode numbers are soon reused. */
  readonly add: (folder: string, identity: string) => void;
  /** Stops watching a folder and everything below it. */
  readonly remove: (folder: string) => void;
  readonly folders: () => Iterable<string>;
  readonly close: () => void;
}

interface WatchHints {
  readonly onPath: (path: string) => void;
  /** Called when events were lost: compare everything. */
  readonly onLost: () => void;
  readonly onLimit: () => void;
}

/** macOS and Windows watch a tree with one handle; Linux needs a watch for each folder. */
const IS_RECURSIVE = process.platform === 'darwin' || process.platform === 'win32';

export function createFolderWatchers(root: string, hints: WatchHints): FolderWatchers {
  const watched = new Map<string, { readonly identity: string; readonly watcher: FSWatcher | null }>();

  function open(folder: string): FSWatcher | null {
    if (IS_RECURSIVE && folder !== '') return null;
    try {
      const watcher = watch(join(root, folder), { persistent: true, recursive: IS_RECURSIVE });
      watcher.on('change', (event, name) => {
        if (typeof name !== 'string') return hints.onLost();
        // The folder itself was removed or moved. Linux reports it by its own name, and its watch may be dead.
        if (event === 'rename' && folder !== '' && name === basename(folder)) forget(folder);
        hints.onPath(folder === '' ? name.replaceAll('\\', '/') : `${folder}/${name}`);
      });
      // A watch ends with an error when its folder is removed; comparing finds what was removed.
      watcher.on('error', () => {
        watcher.close();
        watched.set(folder, { identity: '', watcher: null });
        hints.onLost();
      });
      return watcher;
    } catch (error) {
      if (['ENOSPC', 'EMFILE', 'ENFILE'].includes(systemCode(error))) hints.onLimit();
      return null;
    }
  }

  function forget(folder: string): void {
    watched.get(folder)?.watcher?.close();
    // Kept as known, so its former content is searched for; without an identity, so it is watched again.
    watched.set(folder, { identity: '', watcher: null });
    hints.onPath(folder);
  }

  return {
    add(folder, identity) {
      const known = watched.get(folder);
      if (known?.identity === identity) return;
      known?.watcher?.close();
      watched.set(folder, { identity, watcher: open(folder) });
    },
    remove(folder) {
      for (const [path, { watcher }] of watched) {
        if (path !== folder && !path.startsWith(`${folder}/`)) continue;
        watcher?.close();
        watched.delete(path);
      }
    },
    folders: () => watched.keys(),
    close() {
      for (const { watcher } of watched.values()) watcher?.close();
      watched.clear();
    },
  };
}
