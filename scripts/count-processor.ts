import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { childSeconds, ownSeconds } from './processor-seconds.ts';

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
