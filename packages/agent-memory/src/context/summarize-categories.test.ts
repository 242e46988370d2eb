import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { ticking } from '../testing-fixtures/ticking.ts';

it('sums up each category by how many it holds and what was saved of it last, unless that stands there anyway', async () => {
  await using s = await setupAgent({ now: ticking(), policy: { maxSavesPerSession: null } });
  const earlier = await s.agent.session({ id: 'earlier' });
  for (const content of ['The relay of Harbor runs in Lisbon.', 'The crane of Harbor lifts forty tons.'])
    await earlier.remember({ content, entity: 'Harbor' });
  await earlier.remember({ content: 'The pump of Dock runs at forty bar.', entity: 'Dock' });
  const last = await s.agent.session({ id: 'last' });
  await last.remember({ content: 'The gate of Quay opens at six.', entity: 'Quay' });
  const { prefix, included } = await (await s.agent.session({ id: 'next' })).context();
  const about = prefix.slice(prefix.indexOf('memories about these'));
  expect(about).toMatch(/\nmem_\w+ dock \(1\): The pump of Dock runs at forty bar\.\n/u);
  expect(about).toMatch(/\nmem_\w+ harbor \(2\): The crane of Harbor lifts forty tons\.\n/u);
  expect(about).toMatch(/\nquay \(1\)\n/u);
  expect(prefix.split('The gate of Quay opens at six.')).toHaveLength(2);
  expect(included.filter(({ what }) => what === 'memory')).toHaveLength(1);
});

it('shows a memory no longer once its note was marked as secret, in a session that had shown it', async () => {
  await using s = await setupAgent();
  const content = 'The relay of Harbor runs in Lisbon.';
  await s.agent.remember({ content });
  const session = await s.agent.session({ id: 'one' });
  expect((await session.context()).prefix).toContain(content);
  const path = (await s.files()).find((each) => each.includes('the-relay')) ?? '';
  await writeFile(join(s.root, path), (await s.read(path)).replace('privacy: private', 'privacy: secret'));
  // The next hook is a separate process.
  const again = await (await s.reopen()).session({ id: 'one' });
  expect((await again.context()).prefix).not.toContain(content);
});
