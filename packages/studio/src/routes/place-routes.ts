import { Hono } from 'hono';
import { readActivity } from '../activity/read-activity.ts';
import { readGraph } from '../graph/read-graph.ts';
import { readBody } from '../http/read-body.ts';
import { requireText } from '../http/require-text.ts';
import { findLinked, listNotes } from '../notes/list-notes.ts';
import { readFacts } from '../notes/read-facts.ts';
import { requireNotePath } from '../notes/require-note-path.ts';
import { searchNotes } from '../search/search-notes.ts';
import type { Studio } from '../studio.ts';
import { listCards } from '../today/list-cards.ts';

/** Longer texts are no searches. */
const LONGEST = 400;

/** What the places of the page show, apart from Ask and Memory. */
export function placeRoutes({ memory, vault, ready, settling }: Studio): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await ready(context.req.raw.signal);
    await next();
  });
  app.get('/notes', async (context) => context.json(await listNotes(memory)));
  app.get('/link', async (context) => {
    const path = findLinked(await listNotes(memory), context.req.query('to') ?? '');
    return context.json({ path });
  });
  app.get('/search', async (context) => {
    const wanted = (context.req.query('q') ?? '').slice(0, LONGEST);
    return context.json(await searchNotes(memory, wanted, context.req.raw.signal));
  });
  app.get('/facts', async (context) => {
    const path = requireNotePath(vault, context.req.query('path'));
    return context.json(await readFacts(memory, path));
  });
  app.get('/today', async (context) => context.json(await listCards(memory, settling.pending())));
  app.post('/today/settle', async (context) => {
    const { card, winner } = await readBody(context);
    return context.json(
      await settling.settle(requireText(card), winner === null ? null : requireText(winner)),
    );
  });
  app.post('/today/undo', async (context) => {
    const { undo } = await readBody(context);
    settling.undo(requireText(undo));
    return context.json({ undone: true });
  });
  app.get('/activity', async (context) => context.json(await readActivity(memory)));
  app.get('/graph', async (context) => context.json(await readGraph(memory)));
  return app;
}
