import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const day = (away: number) => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);

it('names what was due, what comes and which figures differ, and at most five things', async () => {
  const tasks = Array.from({ length: 9 }, (_, i) => `- [ ] paint wall ${i} 📅 ${day(-i - 2)}`).join('\n');
  await using vault = await setupVault({
    'Heatpump.md': `---\nstatus: active\ndeadline: ${day(-28)}\nbudget: 12000\n---\n# Heatpump\n\n- [ ] ask Daikin 📅 ${day(-3)}\n`,
    'Passport.md': `---\nexpires: ${day(60)}\n---\n# Passport\n`,
    'Kyoto.md': `# Kyoto\n\nFlight booked for ${day(80)}.\n`,
    'Walls.md': `# Walls\n\n${tasks}\n`,
    [`daily/${day(-5)}.md`]: `# ${day(-5)}\n\nThe Heatpump budget is now 14k instead of 12k. We meet at the present.\n`,
  });
  await vault.run(['index', '--no-write']);
  const { items } = await vault.json<{ items: { thing: string }[] }>(['today']);
  expect(items.map(({ thing }) => thing).sort()).toEqual([
    `Heatpump · budget`,
    `Heatpump · deadline`,
    `Passport · expires`,
    'Walls',
    `ask Daikin 📅 ${day(-3)}`,
  ]);
  const { stdout } = await vault.run(['today']);
  expect(stdout).toContain('Its date has passed: Heatpump · deadline');
  expect(stdout).toContain('Two figures for one thing: Heatpump · budget');
  expect(stdout).toContain('9 open tasks of Walls.md were due');
});
