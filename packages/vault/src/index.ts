export { MemoraError } from '@memora/core';
export type { NoteEdit } from './files/apply-edits.ts';
export type { CapturedNote, NewNote } from './files/capture-note.ts';
export type { NoteFilter, SkipReason } from './files/note-filter.ts';
export type {
  KnownFile,
  ScanEntry,
  ScanErrorCode,
  ScanFailure,
  ScannedNote,
  ScanOptions,
} from './files/scan-vault.ts';
export { acquireVaultLock, type LockOwner, type VaultLock } from './files/vault-lock.ts';
export {
  type AutofillKey,
  type CompleteFrontmatterOptions,
  completeFrontmatter,
  type FrontmatterEdit,
} from './frontmatter/complete-frontmatter.ts';
export type { FrontmatterLocation } from './frontmatter/locate-frontmatter.ts';
export type { NoteProperties, NoteStatus, NoteType } from './frontmatter/note-properties.ts';
export { type AssignedId, assignNoteIds, type NoteIdentity } from './identity/assign-note-ids.ts';
export {
  createLinkResolver,
  type LinkResolver,
  type LinkTarget,
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
export type { AppendedTurns, AppendTurnsOptions, NewConversation } from './turns/append-turns.ts';
export { readTurns } from './turns/read-turns.ts';
export { renderTurns } from './turns/render-turns.ts';
export type { NewTurn, NoteTurn, SegmentTurn, TurnRole } from './turns/turn.ts';
export { VaultError, type VaultErrorCode } from './vault-error.ts';
export type { VaultChange, WatchProblemCode } from './watch/vault-change.ts';
export type { WatchOptions } from './watch/watch-vault.ts';
