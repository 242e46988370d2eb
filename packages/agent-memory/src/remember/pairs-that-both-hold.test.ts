import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

/** Two statements, the later one in words that suggest a change. Both are valid. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['Zora uses pino for structured logging.', 'All console.log calls in Zora were replaced by pino.'],
  ['Quill uses Zod for its forms.', 'All Joi schemas of Quill were replaced by Zod.'],
  ['Ines lives in Porto.', 'Ines moved to a standing desk.'],
  ['Marek moved to Lisbon.', 'Marek is on vacation.'],
  ['The gateway of Larch runs in Dublin.', 'The gateway of Larch moved to TypeScript.'],
  ['The relay of Onyx listens on port 7000.', 'The relay of Onyx was moved to Oslo.'],
  ['Tide is tested with vitest.', 'Tide switched from npm to pnpm.'],
  ['Vesper is deployed on Tuesdays.', 'The on-call rota of Vesper now changes on Mondays.'],
  ['Ada works at Willow.', 'Ada now works from home on Fridays.'],
  ['The archive of Cedar keeps logs for 30 days.', 'The archive of Cedar was renamed from vault.'],
  ['Falcon stores orders in PostgreSQL 16.', 'Falcon replaced Redis with Valkey for its cache.'],
  ['Bo owns the payments of Garnet.', 'Bo handed over the search of Garnet to Lea.'],
  ['Juniper charges through Mollie.', 'Juniper no longer sends paper invoices.'],
  ['The user prefers tea in the morning.', 'The user switched to decaf after lunch.'],
  ['Maple is written in Elixir.', 'The docs of Maple were rewritten in Markdown.'],
  ['Orchid has 14 servers.', 'Two servers of Orchid were replaced in May.'],
  ['Lea lernt Geige.', 'Lea ist in eine andere Klavierklasse gewechselt.'],
  ['Das Büro von Kiesel liegt in Altona.', 'Das Büro von Kiesel hat jetzt neue Stühle.'],
  ['Rabe nutzt Hetzner für den Server.', 'Rabe hat das Backup von Dropbox zu Backblaze verlegt.'],
  ['Pau vive en Valencia.', 'Pau se cambió a una moto eléctrica.'],
  ['Sable runs its CI on Forgejo.', 'Sable moved its issues to Linear.'],
  ['Thistle ends support for Node 18.', 'Thistle was upgraded to Node 24.'],
  ['Henrik approves purchases of Ember.', 'Henrik is no longer on call for Ember.'],
  ['Pebble speaks GraphQL.', 'The REST interface of Pebble was switched off.'],
  ['The crane of Zephyr is painted green.', 'The crane of Zephyr got new brakes instead of new cables.'],
  ['Lantern is licensed under MIT.', 'The logo of Lantern changed to a beacon.'],
];

it(`ends none of ${PAIRS.length} statements by another one that it can hold beside`, async () => {
  await using s = await setupAgent();
  for (const pair of PAIRS) for (const content of pair) await s.agent.remember({ content });
  const { memories } = await s.agent.list({ limit: 100 });
  const current = new Set(memories.filter(({ status }) => status !== 'superseded').map(({ text }) => text));
  expect(PAIRS.filter(([older, newer]) => !current.has(older) || !current.has(newer))).toEqual([]);
});
