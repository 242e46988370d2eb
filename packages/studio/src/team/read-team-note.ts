import type { NoteView } from '../notes/note-view.ts';
import { renderNote } from '../notes/render-note.ts';
import { toAuthor, type Written } from './note-author.ts';
import type { TeamSource } from './team-source.ts';

interface Page extends Written {
  readonly path: string;
  readonly title: string;
  readonly privacy: string;
  readonly body: string;
  readonly body_redacted: boolean;
  readonly version?: number;
  readonly next_cursor?: string;
}

/** The most UTF-16 units of a note that are shown. */
const MOST_SHOWN = 32_000;

/** A team's note without its secret parts, with these words marked. It can't be edited here. */
export async function readTeamNote(
  { ask }: Pick<TeamSource, 'ask'>,
  id: string,
  words: string | null,
): Promise<NoteView> {
  const first = await ask<Page>('memora_get_note', { id });
  let [body, cursor] = [first.body, first.next_cursor];
  while (cursor !== undefined && body.length < MOST_SHOWN) {
    const page: Page = await ask<Page>('memora_get_note', { id, cursor });
    body += page.body;
    cursor = page.next_cursor;
  }
  const { path, title, privacy, body_redacted: redacted, version = 0 } = first;
  const at = words === null || words === '' ? -1 : body.indexOf(words);
  const start = Math.max(0, at < MOST_SHOWN / 2 ? 0 : body.lastIndexOf('\n', at - MOST_SHOWN / 2) + 1);
  const text = body.slice(start, start + MOST_SHOWN);
  const marks = at < 0 ? [] : [{ start: at - start, end: at - start + (words ?? '').length }];
  return {
    ...{ path, title, redacted, version: String(version), author: toAuthor(first) },
    nodes: renderNote(text, { marks, secrets: [] }),
    band: privacy === 'public' || privacy === 'secret' ? privacy : 'private',
    cut: cursor !== undefined || start > 0 || start + MOST_SHOWN < body.length,
    ...{ line: null, obsidian: null, editor: null },
  };
}
