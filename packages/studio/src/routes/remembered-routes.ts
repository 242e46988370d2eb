import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import { Hono } from 'hono';
import { readBody } from '../http/read-body.ts';
import { requireText } from '../http/require-text.ts';
import { listRemembered } from '../remembered/list-remembered.ts';
import type { EditedMemory, NextPrompt } from '../remembered/remembered-view.ts';
import type { Studio } from '../studio.ts';

const REASON = 'decided on the page';

/** The routes for what agents remember, and for a person's decisions about it. */
export function rememberedRoutes({ memory, ready }: Studio): Hono {
  const app = new Hono();
  let opening: Promise<AgentMemory> | null = null;
  const agent = () => {
    opening ??= openAgentMemory({ memory, agent: 'page' });
    return opening;
  };
  app.use(async (context, next) => {
    await ready(context.req.raw.signal);
    await next();
  });
  app.get('/memory', async (context) => context.json(await listRemembered(await agent())));
  app.post('/memory/confirm', async (context) => {
    const { id } = await readBody(context);
    await (await agent()).confirm(requireText(id), { reason: REASON });
    return context.json({ confirmed: true });
  });
  app.post('/memory/forget', async (context) => {
    const { id } = await readBody(context);
    await (await agent()).forget(requireText(id), { reason: REASON });
    return context.json({ forgotten: true });
  });
  app.post('/memory/restore', async (context) => {
    const { id } = await readBody(context);
    await (await agent()).restore(requireText(id), { reason: REASON });
    return context.json({ restored: true });
  });
  app.post('/memory/edit', async (context) => {
    const { id, content } = await readBody(context);
    const admitted = await (await agent()).supersede(requireText(id), { content: requireText(content) });
    const { decision, memoryId, held } = admitted;
    // A person who edits on the page thereby confirms a held memory.
    if (memoryId !== null && held !== null) await (await agent()).confirm(memoryId, { reason: REASON });
    const edited: EditedMemory = { decision, id: memoryId };
    return context.json(edited);
  });
  app.post('/memory/undo-session', async (context) => {
    const { session, batch, dryRun } = await readBody(context);
    const target = batch === undefined ? { session: requireText(session) } : { batch: requireText(batch) };
    const {
      falls,
      returns,
      batch: done,
    } = await (await agent()).rollback(target, { dryRun: dryRun === true });
    return context.json({ falls: falls.length, returns: returns.length, batch: done });
  });
  app.post('/memory/next-prompt', async (context) => {
    const { question } = await readBody(context);
    const asked = typeof question === 'string' && question !== '' ? { question } : {};
    const { prefix, turn, tokens } = await (await agent()).context(asked);
    const next: NextPrompt = { prefix, turn, tokens };
    return context.json(next);
  });
  return app;
}
