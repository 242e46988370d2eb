export { applyEdits, type NoteEdit } from './apply-edits.ts';
export { type AssignedId, assignNoteIds, type NoteIdentity, toDuplicateId } from './assign-note-ids.ts';
export type { CapturedNote, NewNote } from './capture-note.ts';
export { checkNode } from './check-node.ts';
export {
  AUTOFILL_KEYS,
  type AutofillKey,
  type CompleteFrontmatterOptions,
  completeFrontmatter,
  type FrontmatterEdit,
} from './complete-frontmatter.ts';
export {
  createLinkResolver,
  type LinkResolver,
  type LinkTarget,
  resolveSubpath,
} from './create-link-resolver.ts';
export { isGeneratedPath, isSyncDebris } from './is-ignored-name.ts';
export { type FrontmatterLocation, locateFrontmatter } from './locate-frontmatter.ts';
export { normaliseDate } from './normalise-date.ts';
export type { NoteFilter, SkipReason } from './note-filter.ts';
export { noteName, regionOf, slugOfPath } from './note-identity.ts';
export { NOTE_KEYS } from './note-keys.ts';
export type { NoteProperties, NoteStatus, NoteType } from './note-properties.ts';
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
export type {
  KnownFile,
  ScanEntry,
  ScanErrorCode,
  ScanFailure,
  ScannedNote,
  ScanOptions,
} from './scan-vault.ts';
export { summariseNote } from './summarise-note.ts';
export { syncRefs } from './sync-refs.ts';
export { toPlainText } from './to-plain-text.ts';
export type { VaultChange, WatchProblemCode } from './vault-change.ts';
export type { VaultError, VaultErrorCode } from './vault-error.ts';
export {
  acquireVaultLock,
  type FoundLock,
  type LockOwner,
  readVaultLock,
  type VaultLock,
} from './vault-lock.ts';
export type { WatchOptions } from './watch-vault.ts';
