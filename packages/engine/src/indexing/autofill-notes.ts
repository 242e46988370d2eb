import { MemoraError } from '@memora/core';
import type { AutofillKey, KnownFile, Vault } from '@memora/vault';
import { syncRefs } from '@memora/vault';
import { readNoteHead } from '@memora/vault/internal';
import type { MemoraConfig } from '../config/index.ts';
import { parseInTime } from '../privacy/parse-in-time.ts';

/** Options of `memory.autofill`. */
export interface AutofillOptions {
  /** Returns the lines that would be added; writes nothing. */
  readonly dryRun?: boolean;
  /** Only these notes, by path in the vault. */
  readonly paths?: readonly string[];
  readonly signal?: AbortSignal;
}

/** The lines that were added to a note, or with `dryRun` would be. */
export interface AutofilledNote {
  readonly path: string;
  readonly added: readonly AutofillKey[];
  /** The line number of their place, from 1. */
  readonly line: number;
  /** Only the keys if the note is secret. */
  readonly lines: readonly string[];
}

/** The result of autofilling. */
export interface AutofillReport {
  readonly notes: readonly AutofilledNote[];
  /** Notes without a missing key, or with unreadable frontmatter, which is left alone. */
  readonly complete: number;
  /** Notes that could not be read or written; they are unchanged. */
  readonly failures: readonly { readonly path: string; readonly code: string }[];
}

/** Notes in the index: only new or changed ones are read. */
type Known = ReadonlyMap<string, KnownFile>;

/** Adds the missing frontmatter keys to notes; every other byte stays. A note that can't be written, or that changed meanwhile, is left as it is. */
export async function autofillNotes(
  vault: Vault,
  config: MemoraConfig,
  { dryRun = false, paths, signal, known = new Map() }: AutofillOptions & { readonly known?: Known } = {},
): Promise<AutofillReport> {
  const { refsMode } = config.frontmatter;
  const defaultBand = config.privacy.defaultNotePrivacy;
  const notes: AutofilledNote[] = [];
  const failures: { path: string; code: string }[] = [];
  let complete = 0;
  for await (const path of paths ?? changedNotes(vault, known, signal)) {
    signal?.throwIfAborted();
    try {
      const before = await vault.readNote(path);
      const edit = await vault.autofillNote(path, { defaultBand, dryRun });
      if (edit.changed) {
        const isSecret = readNoteHead(edit.bytes, { defaultBand }).band === 'secret';
        const found = toAddedLines(before, edit.bytes);
        const lines = isSecret ? found.lines.map(keyAlone) : found.lines;
        notes.push({ path, added: edit.added, line: found.line, lines });
      } else complete++;
      if (!dryRun && refsMode === 'sync_from_wikilinks') await syncNoteRefs(vault, path, config);
    } catch (error) {
      if (!MemoraError.isInstance(error)) throw error;
      failures.push({ path, code: error.code });
    }
  }
  return { notes, complete, failures };
}

async function* changedNotes(vault: Vault, known: Known, signal?: AbortSignal): AsyncGenerator<string> {
  for await (const entry of vault.scan({ known, ...(signal === undefined ? {} : { signal }) })) {
    if (entry.error === undefined && entry.changed) yield entry.path;
  }
}

/** Returns the complete lines that were inserted at one place in `after`. */
function toAddedLines(before: Uint8Array, after: Uint8Array): { line: number; lines: string[] } {
  const old = toLines(before);
  const now = toLines(after);
  const added = now.length - old.length;
  let start = 0;
  while (start < old.length && old[start] === now[start]) start++;
  // A block inserted before `---` ends with the line that follows it.
  while (start > 0 && now[start + added - 1] === old[start - 1]) start--;
  return { line: start + 1, lines: now.slice(start, start + added) };
}

function toLines(bytes: Uint8Array): string[] {
  return Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/);
}

function keyAlone(line: string): string {
  return line.replace(/^([\w-]+:).*$/, '$1 …');
}

async function syncNoteRefs(vault: Vault, path: string, config: MemoraConfig): Promise<void> {
  const bytes = await vault.readNote(path);
  const note = await parseInTime(bytes, { path, defaultBand: config.privacy.defaultNotePrivacy });
  const next = syncRefs(bytes, note);
  if (next !== null && Buffer.compare(bytes, next) !== 0) await vault.replaceNote(path, bytes, next);
}
