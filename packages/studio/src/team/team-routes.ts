import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ShownSource } from '../ask/answer-view.ts';
import { codeOf } from '../http/code-of.ts';
import { readBody } from '../http/read-body.ts';
import { requireText } from '../http/require-text.ts';
import { renderNote } from '../notes/render-note.ts';
import type { FoundPlace } from '../search/found-place.ts';
import { StudioError } from '../studio-error.ts';
import { isIntact, type TeamShelf } from './create-team-shelf.ts';
import { listTeamNotes } from './list-team-notes.ts';
import { toAuthor, type Written } from './note-author.ts';
import { readTeamNote } from './read-team-note.ts';
import type { TeamAnswer, TeamSource } from './team-source.ts';
import { toTeamAnswer } from './to-team-answer.ts';

/** Maximum number of cited places that are kept, for opening a note at one. */
const MOST_PLACES = 400;
/** Each search is a call that the server counts and logs, so the page waits until the reader stops typing. */
const TYPING_MS = 250;

interface TeamHit extends Written {
  readonly note: string;
  readonly span: readonly [number, number];
  readonly heading_path: readonly string[];
  readonly snippet: string;
}

/** The dependencies of the routes of a team's page. */
export interface TeamDesk {
  readonly team: TeamSource;
  readonly shelf: TeamShelf;
}

/** The routes of a team's page: answers with their proof, search, and notes. Nothing is written. */
export function teamRoutes({ team, shelf }: TeamDesk, problem: (error: unknown) => void): Hono {
  const app = new Hono();
  const wordsAt = new Map<string, string>();

  app.post('/ask', async (context) => {
    const { question } = await readBody(context);
    const query = requireText(question);
    return streamSSE(context, async (stream) => {
      const send = (event: string, data: object) => stream.writeSSE({ event, data: JSON.stringify(data) });
      try {
        const kept = await toTeamAnswer(
          query,
          await team.ask<TeamAnswer>('memora_query_cited', { query }),
          team,
        );
        shelf.keep(kept);
        await send('answer', kept.view);
      } catch (error) {
        problem(error);
        await send('fault', { code: codeOf(error) });
      }
    });
  });

  app.get('/answers/:id/sources/:number', async (context) => {
    const { id, number } = context.req.param();
    const found = await shelf.find(id, Number(number));
    if (found === null)
      throw new StudioError('the answer is no longer kept', {
        code: 'NOT_FOUND',
        hint: 'Ask the question again.',
      });
    const { source, proof } = found;
    const note = await readTeamNote(team, source.path, source.words).catch(() => null);
    // The server has just re-read the bytes of the claim. If there is no claim, the words are searched for in
    // the note's text.
    const isThere = proof === null ? hasMark(note) : isIntact(proof);
    const shown: ShownSource = {
      state: note === null ? 'gone' : isThere ? 'same' : 'changed',
      now: isThere ? null : (proof?.current_text ?? null),
      note,
    };
    return context.json(shown);
  });

  app.get('/search', async (context) => {
    const { signal } = context.req.raw;
    const query = (context.req.query('q') ?? '').trim().slice(0, 400);
    await wait(TYPING_MS, undefined, { signal }).catch(() => undefined);
    if (query === '' || signal.aborted) return context.json([]);
    const { hits } = await team.ask<{ readonly hits: readonly TeamHit[] }>('memora_query', { query, k: 20 });
    if (wordsAt.size > MOST_PLACES) wordsAt.clear();
    const found = hits.map(
      ({ note: path, span: [start, end], heading_path: headings, snippet, ...written }): FoundPlace => {
        wordsAt.set(`${path}@${start}-${end}`, snippet);
        const title = basename(path, '.md');
        return {
          path,
          title,
          headings,
          span: { start, end },
          nodes: renderNote(snippet, { marks: [], secrets: [] }),
          author: toAuthor(written),
        };
      },
    );
    return context.json(found);
  });

  app.get('/notes', async (context) => context.json(await listTeamNotes(team)));
  app.get('/note', async (context) => {
    const { path, at } = context.req.query();
    return context.json(await readTeamNote(team, requireText(path), wordsAt.get(`${path}@${at}`) ?? null));
  });
  app.get('/link', async (context) => {
    const found = await readTeamNote(team, requireText(context.req.query('to')), null).catch(() => null);
    return context.json({ path: found?.path ?? null });
  });
  app.get('/suggestions', (context) => context.json([]));
  return app;
}

function hasMark(note: ShownSource['note']): boolean {
  return JSON.stringify(note?.nodes ?? []).includes('["mark",');
}
