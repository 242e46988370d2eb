import { keepSettings } from '@memora/engine/config';
import { testModel } from '@memora/engine/model';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { codeOf } from '../http/code-of.ts';
import { readBody } from '../http/read-body.ts';
import { requireText } from '../http/require-text.ts';
import { isEditor } from '../notes/editor-address.ts';
import { chooseModel } from '../setup/choose-model.ts';
import { listAgents } from '../setup/list-agents.ts';
import { listModelChoices } from '../setup/list-model-choices.ts';
import { readSetup } from '../setup/read-setup.ts';
import { toModelTestView } from '../setup/to-model-test-view.ts';
import type { Studio } from '../studio.ts';
import { StudioError } from '../studio-error.ts';

/** The routes for the settings of the vault: its model, and the agents that may use it. */
export function setupRoutes({ memory, house, path, ready }: Studio): Hono {
  const app = new Hono();
  const { env, desk } = house;

  app.get('/setup', async (context) => {
    await ready(context.req.raw.signal);
    return context.json(await readSetup(memory));
  });
  app.get('/models', async (context) =>
    context.json(await listModelChoices(memory, env, context.req.raw.signal)),
  );
  app.post('/models/use', async (context) => {
    const { provider, model, endpoint } = await readBody(context);
    await chooseModel({ provider, model, endpoint: endpoint ?? null }, env);
    await house.reopen(path);
    return context.json({ chosen: true });
  });
  app.post('/editor', async (context) => {
    const { editor } = await readBody(context);
    if (!isEditor(editor))
      throw new StudioError('there is no such editor', { code: 'BAD_REQUEST', hint: 'Reload the page.' });
    await keepSettings({ 'page.editor': editor }, env);
    await house.reopen(path);
    return context.json({ chosen: true });
  });
  app.post('/models/test', async (context) => {
    await readBody(context);
    const gone = context.req.raw.signal;
    return streamSSE(context, async (stream) => {
      const stop = new AbortController();
      stream.onAbort(() => stop.abort());
      const signal = AbortSignal.any([stop.signal, gone]);
      const send = (event: string, data: object) => stream.writeSSE({ event, data: JSON.stringify(data) });
      try {
        const onProgress = (progress: object) => void send('progress', progress);
        const tested = await testModel({ settings: memory.settings, env, signal, onProgress });
        await send('tested', toModelTestView(tested));
      } catch (error) {
        if (!signal.aborted) await send('fault', { code: codeOf(error) });
      }
    });
  });
  app.get('/agents', async (context) => context.json(await listAgents(desk, memory.vault)));
  app.post('/agents/connect', async (context) => {
    const { id } = await readBody(context);
    if (desk === null)
      throw new StudioError('no agent is known', { code: 'AGENT_NOT_FOUND', hint: 'Use `memora setup`.' });
    await desk.connect(memory.vault, requireText(id));
    return context.json({ connected: true });
  });
  return app;
}
