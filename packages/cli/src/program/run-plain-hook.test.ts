import { expect, it } from 'vitest';
import { readPlainHook } from './run-plain-hook.ts';

it('reads a hook that names its event and its vault and nothing else', () => {
  expect(readPlainHook(['memory', 'hook', 'SessionStart'])).toEqual({ event: 'SessionStart' });
  expect(readPlainHook(['memory', 'hook', 'pre-compact', '--vault', '~/brain'])).toEqual({
    event: 'pre-compact',
    vault: '~/brain',
  });
});

it.each([
  [[]],
  [['memory', 'hook']],
  [['memory', 'hook', '--help']],
  [['memory', 'hook', 'SessionStart', '--help']],
  [['memory', 'hook', 'SessionStart', '--vault']],
  [['memory', 'hook', 'SessionStart', '--vault', '']],
  [['memory', 'hook', 'SessionStart', '--vault', '--quiet']],
  [['memory', 'hook', 'SessionStart', '--vault', 'a', '--quiet']],
  [['memory', 'hook', 'Session Start']],
  [['--vault', 'a', 'memory', 'hook', 'SessionStart']],
  [['memory', 'list', 'SessionStart']],
  [['query', 'hook', 'SessionStart']],
])('leaves %j to the parser of arguments', (argv) => {
  expect(readPlainHook(argv)).toBeNull();
});
