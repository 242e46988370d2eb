export { checkNode } from './check-node.ts';
export { applyEdits, type NoteEdit } from './files/apply-edits.ts';
export type { CapturedNote, NewNote } from './files/capture-note.ts';
export { isGeneratedPath, isSyncDebris } from './files/is-ignored-name.ts';
export type { NoteFilter, SkipReason } from './files/note-filter.ts';
export { removeLeftovers } from './files/remove-leftover.ts';
export type {
  KnownFile,
  ScanEntry,
  ScanErrorCode,
  ScanFailure,
  ScannedNote,
  ScanOptions,
} from './files/scan-vault.ts';
export {
  acquireVaultLock,
  type FoundLock,
  type LockOwner,
  readVaultLock,
  type VaultLock,
} from './files/vault-lock.ts';
export {
  AUTOFILL_KEYS,
  type AutofillKey,
  type CompleteFrontmatterOptions,
  completeFrontmatter,
  type FrontmatterEdit,
} from './frontmatter/complete-frontmatter.ts';
export { type FrontmatterLocation, locateFrontmatter } from './frontmatter/locate-frontmatter.ts';
export { normaliseDate } from './frontmatter/normalise-date.ts';
export { NOTE_KEYS } from './frontmatter/note-keys.ts';
export type { NoteProperties, NoteStatus, NoteType } from './frontmatter/note-properties.ts';
export {
  type AssignedId,
  assignNoteIds,
  type NoteIdentity,
  toDuplicateId,
} from './identity/assign-note-ids.ts';
export { noteName, regionOf, slugOfPath } from './identity/note-identity.ts';
export {
  createLinkResolver,
  type LinkResolver,
  type LinkTarget,
  resolveSubpath,
} from './links/create-link-resolver.ts';
export { syncRefs } from './links/sync-refs.ts';
export {
  type AutofillOptions,
  openVault,
  type ReplaceOptions,
  type Vault,
  type VaultConfig,
} from './open-vault.ts';
export { type ParseNoteOptions, parseNote } from './parse-note.ts';
export type {
  NoteBlock,
  NoteBlockId,
  NoteBlockKind,
  NoteDiagnostic,
  NoteDiagnosticCode,
  NoteListItem,
  NoteTag,
  ParsedNote,
  Segment,
  SegmentContainer,
  SegmentKind,
  TableCell,
  WikiLink,
} from './parsed-note.ts';
export { summariseNote } from './segment/summarise-note.ts';
export { toPlainText } from './segment/to-plain-text.ts';
export type { VaultError, VaultErrorCode } from './vault-error.ts';
export type { VaultChange, WatchProblemCode } from './watch/vault-change.ts';
export type { WatchOptions } from './watch/watch-vault.ts';
