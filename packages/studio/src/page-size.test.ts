import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readPageCode } from './read-page-code.ts';

it('is a page of at most 150 KB, minified and compressed', async () => {
  const { script, style } = await readPageCode();
  expect(gzipSync(script).length + gzipSync(style).length).toBeLessThan(150 * 1024);
});
