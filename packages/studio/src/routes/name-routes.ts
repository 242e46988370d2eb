import { Hono } from 'hono';
import { readBody } from '../http/read-body.ts';
import { requireText } from '../http/require-text.ts';
import type { NamesView } from '../notes/names-view.ts';
import type { Studio } from '../studio.ts';

/** The routes for the names of a person or thing, and for decisions about them, which are written to `_entities.md`. */
export function nameRoutes({ memory: { entities }, ready }: Studio): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await ready(context.req.raw.signal);
    await next();
  });
  const readNames = async (about: string): Promise<NamesView | null> => {
    const entity = await entities.resolve(about);
    if (entity === null) return null;
    const [, ...others] = await entities.namesOf(entity);
    return { name: entity.name, others };
  };
  app.get('/names', async (context) =>
    context.json(await readNames(requireText(context.req.query('about')))),
  );
  app.post('/names/merge', async (context) => {
    const { about, name } = await readBody(context);
    await entities.merge(requireText(about), [requireText(name)]);
    return context.json(await readNames(requireText(about)));
  });
  app.post('/names/split', async (context) => {
    const { name } = await readBody(context);
    const own = requireText(name);
    await entities.split(own, { as: own });
    return context.json(await readNames(own));
  });
  return app;
}
