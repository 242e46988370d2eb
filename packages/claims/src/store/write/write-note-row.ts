import { normaliseTerm } from '@memora/core';
import { isConversation } from '@memora/core/internal';
import { isMemoryPath } from '@memora/vault/internal';
import { bandCodes } from '../../model/codes.ts';
import { CONVERSATION_NOTE } from '../../model/conversation-note.ts';
import type { NoteWork } from '../note-work.ts';
import type { NoteWriterContext } from './note-writer.ts';

/** The data about a note's drafts that its row needs. */
interface WrittenDrafts {
  readonly segmentFingerprints: readonly (Buffer | null)[] | null;
  /** True if the ledger erases the whole content of the note, so that only its path is kept. */
  readonly isErased: boolean;
}

/** Writes the store's data about the note itself, its names, and the processed segments. */
export function writeNoteRow(
  context: NoteWriterContext,
  work: NoteWork,
  key: number,
  { segmentFingerprints, isErased }: WrittenDrafts,
): void {
  const { statements, terms, now } = context;
  const { note, extraction } = work;
  const extractor = terms.termKey(work.label);
  const failed = extraction.failed.size > 0;
  const title = isErased ? fileName(note.path) : titleOf(work);
  writeNames(context, key, title, isErased ? [title] : namesOf(work));
  statements.updateNote.run({
    path: note.path,
    title,
    region: note.region,
    band: bandCodes.toCode(note.band),
    type: isConversation(work.bytes) ? CONVERSATION_NOTE : note.frontmatter.type,
    status: isHeld(work) ? 'archived' : (note.frontmatter.status ?? 'active'),
    size: work.size,
    mtime: work.mtimeMs,
    hash:
      isErased && context.codec !== undefined
        ? Buffer.from(context.codec.fingerprint(work.bytes), 'hex')
        : work.hash,
    indexed_at: now,
    extractor,
    pending: failed ? 1 : 0,
    segments: note.segments.length,
    gated: JSON.stringify(countReasons(extraction.gated)),
    declared_id: note.id,
    declares: note.idSource === 'frontmatter' ? 1 : 0,
    key,
  });
  if (work.incremental && segmentFingerprints !== null) {
    statements.clearSegments.run(key);
    for (const [index, fingerprint] of segmentFingerprints.entries()) {
      if (fingerprint !== null && !extraction.failed.has(index))
        statements.addSegment.run(key, fingerprint, extractor);
    }
  }
  if (failed) {
    const [first] = extraction.failed.values();
    statements.fail.run(note.path, first?.code ?? 'EXTRACTION_FAILED', first?.reason ?? '', now, null);
  } else statements.clearFailure.run(note.path);
}

/** A memory that waits for a person's confirmation says nothing about the present. */
function isHeld({ note }: NoteWork): boolean {
  return isMemoryPath(note.path) && note.frontmatter.fields.has('held');
}

/** Unchanged names are not rewritten, because claims with an added or removed name are related again. */
function writeNames(
  { statements, terms }: NoteWriterContext,
  key: number,
  title: string,
  all: readonly string[],
): void {
  const names = new Set(all.map((name) => terms.termKey(normaliseTerm(name))));
  // With another title the names mean something else.
  if (statements.noteTitle.get(key) !== title) statements.clearAliases.run(key);
  const known = statements.aliases.all(key);
  for (const name of known) if (!names.has(name)) statements.removeAlias.run(name, key);
  for (const name of names) if (!known.includes(name)) statements.addAlias.run(name, key);
}

/** Counts the reasons, in order of first occurrence. */
function countReasons(gated: ReadonlyMap<number, string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of gated.values()) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** A secret note is shown by its file name, which the file system shows anyway. */
export function titleOf(work: NoteWork): string {
  if (work.note.band !== 'secret') return work.note.title;
  return fileName(work.note.path);
}

function namesOf(work: NoteWork): string[] {
  if (work.note.band === 'secret') return [fileName(work.note.path)];
  return [work.note.title, fileName(work.note.path), ...work.note.frontmatter.aliases];
}

/** Returns the title of a note of which only the path is known. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:md|markdown)$/iu, '');
}
