import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

it('knows a person by a name of two letters, and leaves out memories that have nothing to do with the message', async () => {
  await using s = await setupAgent();
  await writeFile(join(s.root, 'people.md'), '# People\n\nBo looks after the winch of berth 7.\n');
  await s.agent.memory.index();
  for (const content of [
    'Staging of Kiosk listens on port 5443.',
    'Kiosk charges through Mollie because Stripe has no direct debit.',
    'The user drinks black coffee.',
    'Tobias from the canteen in Jena tests first.',
  ])
    await s.agent.remember({ content });
  const turnOf = async (question: string) => (await (await s.agent.session()).context({ question })).turn;
  expect(await turnOf('Who is Bo?')).toContain('Bo looks after the winch');
  const staging = await turnOf('On which port does staging listen?');
  expect(staging).toContain('port 5443');
  expect(staging).not.toMatch(/Mollie|coffee|Tobias/u);
});
