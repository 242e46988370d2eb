export { isGeneratedPath, isSyncDebris } from './is-ignored-name.ts';
export { normaliseDate } from './normalise-date.ts';
export type { NoteFilter, SkipReason } from './note-filter.ts';
export { noteName, regionOf, slugOfPath } from './note-identity.ts';
export type { NoteProperties, NoteStatus, NoteType } from './note-properties.ts';
export { openVault, type Vault, type VaultConfig } from './open-vault.ts';
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
export { toPlainText } from './to-plain-text.ts';
export type { VaultError, VaultErrorCode } from './vault-error.ts';
