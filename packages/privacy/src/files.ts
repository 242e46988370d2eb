export { type AppendOptions, appendToFile } from './files/append-to-file.ts';
export {
  listFolder,
  moveAside,
  moveFile,
  removeEmptyFolders,
  removeFile,
  removeFolder,
  setMode,
  touchFile,
} from './files/change-file.ts';
export { codeCacheFile, isOwnCacheFolder } from './files/code-cache-file.ts';
export { fileRefused, throwIfPassing } from './files/file-refused.ts';
export { fillFile } from './files/fill-file.ts';
export { isOpenAs, isOpenAt } from './files/folders/hold-folder.ts';
export { inspectFile, inspectFolder, inspectPlace } from './files/folders/inspect-place.ts';
export { makeFolder } from './files/folders/make-folder.ts';
export { hideFromGit, makeMemoraFolder, memoraPlace } from './files/folders/memora-folder.ts';
export { besides, folderOf, type Place, pathOf, placeAt, placeIn } from './files/folders/place.ts';
export {
  confirmDatabase,
  DATABASE_PARTS,
  inspectDatabase,
  makeDatabaseFile,
} from './files/guard-database-file.ts';
export { type ChunkOptions, loadChunks } from './files/load-chunks.ts';
export { type OpenedFile, openToRead } from './files/open-plain-file.ts';
export { readHead } from './files/read-head.ts';
export { readPlainFile, readPlainText } from './files/read-plain-file.ts';
export { readTail } from './files/read-tail.ts';
export {
  DRAFT_NAME,
  type WholeFileOptions,
  type WrittenVersion,
  writeWholeFile,
} from './files/write-whole-file.ts';
export { configFolder } from './keys/config-folder.ts';
export { vaultName } from './keys/vault-name.ts';
