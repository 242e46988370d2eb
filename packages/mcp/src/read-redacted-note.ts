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
  /** Without frontmatter; `[redacted]` in place of secret text. */
  readonly body: string;
  readonly bodyRedacted: boolean;
  readonly tags: readonly string[];
  readonly refs: readonly string[];
  readonly wikilinks: readonly string[];
}

/**
 * Finds a note by id or path and reads it without its secret spans; null if there is none. The current file decides what is secret, not the index, so a marker
 * that was just added counts.
 */
export async function readRedactedNote(memory: Memory, idOrPath: string): Promise<RedactedNote | null> {
  const known = await findNote(memory, idOrPath);
  const bytes = known === null ? null : await memory.readNote(known.path);
  if (known === null || bytes === null) return null;
  // If several notes claim one id, each has its own in the index.
  const { path, noteId: id } = known;
  // Loaded with the engine, because a server answers before that.
  const { mergeSpans, parseInTime, readNoteBands, redactSpan } = await import('./engine.ts');
  const { defaultNotePrivacy: defaultBand, detector } = memory.settings.config.privacy;
  const { band: noteBand, regions } = await readNoteBands(bytes, path, { defaultBand, detector });
  const secret = mergeSpans(regions.filter((each) => each.band === 'secret'));
  const isWhole = secret.some(({ start, end }) => start === 0 && end === bytes.length);
  const band = isWhole ? 'secret' : noteBand;
  if (band === 'secret') {
    // The caller gets back the id or path that it passed, and learns no other name of the note.
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

/** The path of the note with this id or path; null if no such note is indexed. */
export async function pathOfNote(memory: Memory, idOrPath: string): Promise<string | null> {
  return (await findNote(memory, idOrPath))?.path ?? null;
}

/** A secret note is found only by its path, with or without `.md`: finding it by an id from its text would reveal the id. */
async function findNote(memory: Memory, idOrPath: string) {
  const notes = await memory.claims.notes();
  const isNamed = ({ path, band }: (typeof notes)[number]) =>
    path === idOrPath || (band === 'secret' && path === `${idOrPath}.md`);
  return (
    notes.find(({ noteId, band }) => band !== 'secret' && noteId === idOrPath) ?? notes.find(isNamed) ?? null
  );
}
