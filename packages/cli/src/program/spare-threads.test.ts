import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const file = fileURLToPath(new URL('./spare-threads.ts', import.meta.url));

/** Tests of command lines run in a separate process, because its flags would affect all other tests. */
function spared(lines: readonly (readonly string[])[]): readonly boolean[] {
  const code = `import { spareThreads } from ${JSON.stringify(file)}; console.log(JSON.stringify(${JSON.stringify(lines)}.map((line) => spareThreads(line))))`;
  const flags = ['--input-type=module', '--no-warnings', '--experimental-strip-types', '-e'];
  return JSON.parse(execFileSync(process.execPath, [...flags, code], { encoding: 'utf8' }));
}

describe('spareThreads', () => {
  it('spares them for the hooks that a person waits for, for questions to a team, and for no other command', () => {
    const waited = ['SessionStart', 'session-start', 'UserPromptSubmit', 'userPromptSubmitted', 'prompt'];
    const others = ['Stop', 'SessionEnd', 'PreCompact', 'prompts', ''];
    const lines = [
      ...[...waited, ...others].map((event) => ['memory', 'hook', event, '--vault', '/v']),
      ['query', 'who?', '--team'],
      ['query', 'who?'],
      ['index', '--team'],
      ['ask', 'hook', 'prompt'],
      ['memory', 'recall', 'prompt'],
      [],
    ];
    expect(spared(lines)).toEqual([
      ...waited.map(() => true),
      ...others.map(() => false),
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
