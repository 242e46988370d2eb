import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The serious and critical findings of axe on a page, each with its elements. */
export async function findSerious(page: Page): Promise<string[]> {
  // The page's policy blocks foreign scripts; the tool's own world is not subject to it.
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const violations = await page.evaluate(`(async () => {
    ${axe};
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ').slice(0, 300));
  })()`);
  return violations as string[];
}
