/** For other Memora packages only. Anything here may change in any release. */
export { captureNote as composeNote, checkFolder } from './files/capture-note.ts';
export { checkRelativePath } from './files/confine-path.ts';
export { isSyncDebris } from './files/is-ignored-name.ts';
export { removeLeftovers } from './files/remove-leftover.ts';
export { type FoundLock, readVaultLock } from './files/vault-lock.ts';
export { locateFrontmatter } from './frontmatter/locate-frontmatter.ts';
export { NOTE_KEYS } from './frontmatter/note-keys.ts';
export { splitYamlEntries } from './frontmatter/split-yaml-entries.ts';
export { toDuplicateId } from './identity/assign-note-ids.ts';
export { isOfAddress } from './identity/is-of-address.ts';
export { isMemoryPath } from './identity/memory-path.ts';
export { noteName, slugOfPath } from './identity/note-identity.ts';
export { parseNoteInSteps } from './parse-note.ts';
export { type NoteHead, type ReadHeadOptions, readNoteHead } from './read-note-head.ts';
export { rememberByBytes } from './remember-by-bytes.ts';
export { toPlainText } from './segment/to-plain-text.ts';
export { sourceThreadArguments } from './source-thread-arguments.ts';
