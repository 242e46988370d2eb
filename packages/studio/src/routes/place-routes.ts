import { Hono } from 'hono';
import { readActivity } from '../activity/read-activity.ts';
import { suggestQuestions } from '../ask/suggest-questions.ts';
import { listNames } from '../graph/list-names.ts';
import { readGraph } from '../graph/read-graph.ts';
import { readBody } from '../http/read-body.ts';
import { requireText } from '../http/require-text.ts';
import { createLinkReader } from '../links/read-links.ts';
import { keepWhile } from '../live/keep-while.ts';
import { createNoteList } from '../notes/create-note-list.ts';
import { findLinked } from '../notes/find-linked.ts';
import type { ListedNote } from '../notes/listed-note.ts';
import type { FactEvent } from '../notes/note-fact.ts';
import { readMargin } from '../notes/read-margin.ts';
import { readTimeline } from '../notes/read-timeline.ts';
import { requireNotePath } from '../notes/require-note-path.ts';
import { createNoteSearch } from '../search/search-notes.ts';
import type { Studio } from '../studio.ts';
import { decideCard } from '../today/decide-card.ts';
import { listCards } from '../today/list-cards.ts';
import { createPastFinder } from '../today/list-past.ts';

/** The longest search. */
const LONGEST = 400;

/** Suggested questions come from the links of this many notes. */
const NEWEST = 300;

/** The routes of the page's places, except Ask and Memory. */
export function placeRoutes({ memory, vault, ready, settling }: Studio): Hono {
  const app = new Hono();
  const findPast = createPastFinder(memory);
  const listNotes = createNoteList(memory);
  const search = createNoteSearch(memory);
  const readLinks = createLinkReader(memory, listNotes);
  // The first page does not wait for a scan of the whole vault.
  const readNewLinks = createLinkReader(memory, listNotes, NEWEST);
  const readNames = keepWhile(memory.revision, () => listNames(memory.entities));
  const drawGraph = keepWhile(memory.revision, async () =>
    readGraph(memory, await readLinks(), { notes: (await listNotes()).length, all: await readNames() }),
  );
  app.use(async (context, next) => {
    await ready(context.req.raw.signal);
    await next();
  });
  app.get('/notes', async (context) =>
    context.json((await listNotes()).map(({ path }): ListedNote => ({ path }))),
  );
  app.get('/suggestions', async (context) =>
    context.json(suggestQuestions(await readNewLinks(), await readNames())),
  );
  app.get('/link', async (context) => {
    const path = findLinked(await listNotes(), context.req.query('to') ?? '');
    return context.json({ path });
  });
  app.get('/search', async (context) => {
    const wanted = (context.req.query('q') ?? '').slice(0, LONGEST);
    return context.json(await search(wanted, context.req.raw.signal));
  });
  app.get('/facts', async (context) => {
    const path = requireNotePath(vault, context.req.query('path'));
    return context.json(await readMargin(memory, await readLinks(), path));
  });
  app.get('/history', async (context) => {
    const id = requireText(context.req.query('of'));
    const claim = (await memory.claims.getClaims([id])).get(id as never);
    const events = claim === undefined || claim.band === 'secret' ? [] : await memory.history(id);
    return context.json(events.map(({ at, kind }): FactEvent => ({ at, kind })));
  });
  app.get('/timeline', async (context) =>
    context.json(await readTimeline(memory, requireText(context.req.query('about')))),
  );
  app.get('/today', async (context) => context.json(await listCards(memory, findPast, settling.pending())));
  app.post('/today/settle', async (context) => {
    const { card, winner } = await readBody(context);
    const write = await decideCard(memory, requireText(card), winner === null ? null : requireText(winner));
    return context.json(settling.settle(requireText(card), write));
  });
  app.post('/today/undo', async (context) => {
    const { undo } = await readBody(context);
    settling.undo(requireText(undo));
    return context.json({ undone: true });
  });
  app.get('/activity', async (context) => context.json(await readActivity(memory)));
  app.get('/graph', async (context) => context.json(await drawGraph()));
  return app;
}
