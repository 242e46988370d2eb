import { expect, it } from 'vitest';
import { runInProcess } from '../../testing-fixtures/run-in-process.ts';
import { HELP_GROUPS } from './help-groups.ts';

it('prints the groups in their order, what asks first', async () => {
  const { stdout } = await runInProcess(['--help'], { cwd: '/', env: {} });
  const titles = HELP_GROUPS.map((title) => stdout.indexOf(`\n${title}:\n`));
  expect(titles.every((at) => at > 0)).toBe(true);
  expect(titles).toEqual([...titles].sort((a, b) => a - b));
  expect(stdout.indexOf('query|ask')).toBeLessThan(stdout.indexOf('open [options]'));
});
