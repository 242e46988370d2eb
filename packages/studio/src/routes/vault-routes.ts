import { basename } from 'node:path';
import { Hono } from 'hono';
import { readBody } from '../http/read-body.ts';
import { requireText } from '../http/require-text.ts';
import type { House } from '../rooms/house.ts';
import type { VaultChoice } from '../setup/setup-view.ts';

/** The routes that list folders and switch to one. `own` is the folder of the requesting page. */
export function vaultRoutes({ desk, folders, open }: House, own: string | null): Hono {
  const app = new Hono();
  app.get('/vaults', async (context) => {
    const here = await folders();
    const known = (await desk?.vaults()) ?? [];
    const choices = [...new Set([...here, ...known])].map(
      (folder): VaultChoice => ({
        folder,
        name: basename(folder),
        isOpen: here.includes(folder),
        isHere: folder === own,
      }),
    );
    return context.json(choices);
  });
  app.post('/vaults/open', async (context) => {
    const { folder } = await readBody(context);
    return context.json({ address: await open(requireText(folder)) });
  });
  return app;
}
