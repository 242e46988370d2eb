import { Hono } from 'hono';
import { readBody } from '../http/read-body.ts';
import { editLine } from '../notes/edit-line.ts';
import { readShownNote } from '../notes/read-shown-note.ts';
import { requireNotePath } from '../notes/require-note-path.ts';
import type { Studio } from '../studio.ts';
import { StudioError } from '../studio-error.ts';

/** The routes that read and edit one note. */
export function noteRoutes({ memory, vault }: Studio): Hono {
  const app = new Hono();

  app.get('/note', async (context) => {
    const path = requireNotePath(vault, context.req.query('path'));
    const note = await readShownNote(memory, {
      path,
      marks: readMarks(context.req.query('at')),
      reveal: context.req.query('reveal') === 'yes',
    });
    if (note === null)
      throw new StudioError('there is no such note', {
        code: 'NOTE_NOT_FOUND',
        hint: 'It may have been moved or deleted.',
      });
    return context.json(note);
  });

  app.post('/edit', async (context) => {
    const { path, version, start, end, text } = await readBody(context);
    if (typeof version !== 'string' || typeof text !== 'string' || !isPlace(start) || !isPlace(end))
      throw new StudioError('the edit is not complete', { code: 'BAD_REQUEST', hint: 'Reload the page.' });
    const edit = { path: requireNotePath(vault, path), version, start, end, text };
    return context.json(await editLine(vault, edit));
  });

  return app;
}

/** `12-40`: bytes of the note file. */
function readMarks(at: string | undefined) {
  const [, start, end] = /^(\d{1,12})-(\d{1,12})$/u.exec(at ?? '') ?? [];
  return start === undefined || Number(start) >= Number(end)
    ? []
    : [{ start: Number(start), end: Number(end) }];
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
