/** Pages that Memora writes into a vault. They are never notes. */
const GENERATED = new Set([
  'world_map.md',
  '_atlas.md',
  '_index.md',
  '_ledger.md',
  '_learning.md',
  '_entities.md',
]);

/** True for a page that Memora writes: `world_map.md`, `_atlas.md`, `_index.md`, `_ledger.md`, `_learning.md`, `_entities.md`, anything under `.memora/`. */
export function isGeneratedPath(path: string): boolean {
  const lower = path.toLowerCase();
  if (GENERATED.has(lower.slice(lower.lastIndexOf('/') + 1))) return true;
  return lower.includes('.memora') && lower.split('/').includes('.memora');
}

/** Files that sync services and editors leave next to notes: conflict copies, locks, placeholders, temporary files. */
const DEBRIS = [
  /\.sync-conflict-\d{8}-\d{6}/i, // Syncthing
  /\(.*\bconflict(?:ed)? copy\b.*\)/i, // Dropbox, Nextcloud, Google Drive
  /\((?:.*\s)?conflict(?:s|ed)?(?:\s.*)?\)\.(?:md|markdown)$/i,
  /-(?:DESKTOP|LAPTOP)-[A-Z0-9]{7,8}(?:-\d+)?\.(?:md|markdown)$/, // OneDrive: the computer's name
  /\.icloud$/i,
  /^~\$|^\.~lock\.|^~syncthing~|^\.syncthing\./i,
  /\.(?:tmp|temp|part|partial|crdownload|swp|swo|bak|orig)$/i,
  /~$/,
  /^#.*#$/,
];

/** A quick test for all of those names, so that most names need one match. */
const SUSPICIOUS =
  /[~#(]|^\.|\.sync|-(?:DESKTOP|LAPTOP)-|\.(?:icloud|tmp|temp|part|partial|crdownload|swp|swo|bak|orig)$/i;

/** True for the name of a file that a sync service or an editor made. */
export function isSyncDebris(name: string): boolean {
  return SUSPICIOUS.test(name) && DEBRIS.some((pattern) => pattern.test(name));
}

/** True for `.md` and `.markdown` in any case. */
export function isNoteName(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name);
}

/** Folders that contain no notes of the user: dot-folders and installed packages. */
export function isSkippedFolder(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
