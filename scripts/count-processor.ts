import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';

/**
 * Appends the processor seconds of a test file, and of the processes that it started and awaited, to
 * `MEMORA_TEST_PROCESSOR` as a line of JSON. Wall time means little on a machine that is also doing other work.
 */
const file = process.env['MEMORA_TEST_PROCESSOR'];

if (file !== undefined) {
  const started = { own: ownSeconds(), children: childSeconds() };
  let imported = started.own;
  beforeAll(() => {
    imported = ownSeconds();
  });
  afterAll(() => {
    const line = {
      path: expect.getState().testPath,
      imports: imported - started.own,
      own: ownSeconds() - started.own,
      children: childSeconds() - started.children,
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/** From Linux, the only system that reports it: `cutime` and `cstime` of proc(5), in hundredths of a second. */
function childSeconds(): number {
  const path = '/proc/self/stat';
  if (!existsSync(path)) return 0;
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
