import { compareBands } from '@memora/core';
import type { Memory } from '@memora/engine';
import { REDACTED, secretNoteName } from '@memora/engine/json';

/** A note as a client may see it. */
interface RedactedNote {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly region: string;
  readonly summary: string | null;
  readonly privacy: string;
  /** Without frontmatter; `[redacted]` in place of what is secret. */
  readonly body: string;
  readonly bodyRedacted: boolean;
  readonly tags: readonly string[];
  readonly refs: readonly string[];
  readonly wikilinks: readonly string[];
}

/**
 * Finds a note by id or path and reads it without its secret spans; null if there is none. What is secret is decided
 * from the file as it is now, not from the index: a marker that was added a moment ago counts.
 */
export async function readRedactedNote(memory: Memory, idOrPath: string): Promise<RedactedNote | null> {
  const known = await findNote(memory, idOrPath);
  const bytes = known === null ? null : await memory.readNote(known.path);
  if (known === null || bytes === null) return null;
  // Of several notes that claim one id, each has its own in the index.
  const { path, noteId: id } = known;
  // With the engine: a server answers before it is loaded.
  const { mergeSpans, parseInTime, readNoteBands, redactSpan } = await import('./engine.ts');
  const { defaultNotePrivacy: defaultBand, detector } = memory.settings.config.privacy;
  const { band: noteBand, regions } = await readNoteBands(bytes, path, { defaultBand, detector });
  const secret = mergeSpans(regions.filter((each) => each.band === 'secret'));
  const isWhole = secret.some(({ start, end }) => start === 0 && end === bytes.length);
  const band = isWhole ? 'secret' : noteBand;
  if (band === 'secret') {
    // Who asks knows the id or the path that they gave, and learns no other name of it.
    return {
      id: idOrPath,
      path: secretNoteName(idOrPath),
      privacy: band,
      region: REDACTED,
      title: REDACTED,
      summary: REDACTED,
      body: REDACTED,
      bodyRedacted: true,
      tags: [],
      refs: [],
      wikilinks: [],
    };
  }
  const note = await parseInTime(bytes, { path, defaultBand });
  const { title, region, frontmatter, links } = note;
  const hidesFrontmatter = secret.some(({ start }) => start < note.body.start);
  return {
    id,
    path,
    region,
    privacy: band,
    title: hidesFrontmatter ? REDACTED : title,
    summary: hidesFrontmatter ? REDACTED : (frontmatter.summary ?? null),
    body: redactSpan(bytes, note.body, secret),
    bodyRedacted: secret.length > 0,
    tags: hidesFrontmatter ? [] : note.tags,
    refs: hidesFrontmatter ? [] : (frontmatter.refs ?? []),
    wikilinks: [
      ...new Set(
        links
          .filter((link) => link.kind === 'wiki' && compareBands(link.band, 'secret') < 0)
          .filter(({ span }) => !secret.some(({ start, end }) => start < span.end && span.start < end))
          .map(({ target }) => target),
      ),
    ],
  };
}

/** The path of the note with this id, or of this path; null if no such note is indexed. */
export async function pathOfNote(memory: Memory, idOrPath: string): Promise<string | null> {
  return (await findNote(memory, idOrPath))?.path ?? null;
}

/** A secret note is found by its path alone, with `.md` or without: what it calls itself in its text would be told by finding it. */
async function findNote(memory: Memory, idOrPath: string) {
  const notes = await memory.claims.notes();
  const isNamed = ({ path, band }: (typeof notes)[number]) =>
    path === idOrPath || (band === 'secret' && path === `${idOrPath}.md`);
  return (
    notes.find(({ noteId, band }) => band !== 'secret' && noteId === idOrPath) ?? notes.find(isNamed) ?? null
  );
}
