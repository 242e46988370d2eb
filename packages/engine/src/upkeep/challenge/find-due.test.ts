import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const NOW = new Date(2026, 10, 28, 9);

const itemsOf = async (notes: Record<string, string>) => {
  await using vault = await setupVault(notes);
  await using memory = await openMemory({ vault: vault.root, env: vault.env, now: () => NOW });
  await memory.index({ writeNotes: false });
  const { items } = await memory.challenge({ dryRun: true });
  return items.map(({ reason, thing, evidence }) => [reason, thing, ...evidence.map(({ text }) => text)]);
};

it('sees a deadline that has passed, tasks, and a passport that expires before a journey', async () => {
  const found = await itemsOf({
    'projects/Heatpump.md':
      '---\nstatus: active\ndeadline: 2026-10-30\n---\n# Heatpump\n\n- [ ] ask Daikin 📅 2026-11-20\n- [ ] call the electrician\n- [x] measure 📅 2026-09-01\n',
    'people/Me.md': '# Me\n\n- Passport expires 2027-01-15\n',
    'trips/Kyoto.md':
      '# Kyoto\n\nFlight booked for 5 February 2027.\n\n- [ ] book the ryokan, due 2026-12-01\n',
  });
  expect(found).toEqual([
    ['overdue_task', 'ask Daikin 📅 2026-11-20', 'ask Daikin 📅 2026-11-20'],
    ['passed_day', 'Heatpump · deadline', 'deadline: 2026-10-30'],
    ['task_due_soon', 'book the ryokan, due 2026-12-01', 'book the ryokan, due 2026-12-01'],
    ['day_comes', 'Me', 'Passport expires 2027-01-15', 'Flight booked for 5 February 2027.'],
    ['open_task', 'call the electrician', 'call the electrician'],
  ]);
});

it('shows the journey of the note that names the passport, rather than an earlier event of another note', async () => {
  const found = await itemsOf({
    'trips/Kyoto.md': '# Kyoto\n\nFlight on 21 March 2027.\n\n- Passport expires 2027-03-02\n',
    'Running.md': '# Running\n\nThe half marathon is on 18 March 2027.\n',
  });
  expect(found).toEqual([['day_comes', 'Kyoto', 'Passport expires 2027-03-02', 'Flight on 21 March 2027.']]);
});

it('asks nothing of what is done, of years ago, or dated by something else', async () => {
  const found = await itemsOf({
    'a.md': '---\nstatus: done\ndeadline: 2026-10-30\n---\n# A\n',
    'b.md': '---\nstatus: archived\ndeadline: 2026-10-30\n---\n# B\n\n- [ ] paint it 📅 2026-11-20\n',
    'meetings/2015-03-04.md':
      '# TSC\n\n- [ ] review it by 2015-04-01\n- [ ] ask Rod\n\nWho takes this?\n\nProposal: hire a cook.\n',
    'c.md': '---\nstarted: 2026-10-30\n---\n# C\n\nAnna was born on 3 May 1980.\n',
  });
  expect(found).toEqual([]);
});

it('asks which of two figures for one thing holds, and asks nothing of figures that count other things', async () => {
  const project =
    '---\nbudget: 12000\ndeadline: 2027-06-30\n---\n# Heatpump\n\nThe budget meeting is at 10 in room 4.\n';
  expect(
    await itemsOf({
      'Heatpump.md': project,
      'daily/2026-10-19.md':
        '# 2026-10-19\n\nThe Heatpump budget is now 14k instead of 12k.\n\nThe Boat budget is 9,000.\n',
      'daily/2026-10-20.md': '# 2026-10-20\n\nHeatpump: 3 offers came in, the budget holds.\n',
    }),
  ).toEqual([
    ['two_figures', 'Heatpump · budget', 'budget: 12000', 'The Heatpump budget is now 14k instead of 12k.'],
  ]);
});

it('shows no word of a secret task or deadline', async () => {
  const found = await itemsOf({
    'a.md': '<!--privacy:secret-->\n- [ ] meet hunter 📅 2026-11-20\n<!--/privacy-->\n',
    'b.md': '---\nprivacy: secret\ndeadline: 2026-10-30\n---\n# Wombat\n',
  });
  expect(JSON.stringify(found)).not.toMatch(/hunter|Wombat|2026/u);
});
