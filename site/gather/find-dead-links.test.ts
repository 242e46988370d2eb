import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findDeadLinks } from './find-dead-links.ts';

it('names a page, a heading and a picture that are missing, and nothing that is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'memora-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'pictures'));
  writeFileSync(join(folder, 'pictures/page.webp'), '');
  writeFileSync(join(folder, 'start.html'), '<h2 id="install">Install</h2>');
  const links = ['/start.html#install', '/start', '/pictures/page.webp', 'https://example.com/'];
  const lost = ['/start.html#remove', '/stop.html', '/pictures/wide.webp'];
  const html = [...links, ...lost].map((href) => `<a class="x" href="${href}">x</a>`);
  writeFileSync(
    join(folder, 'index.html'),
    `${html.join('')}<img src="/pictures/page.webp"><img alt="x" src="pictures/dark.webp">`,
  );
  expect(findDeadLinks(folder)).toEqual([...lost, 'pictures/dark.webp'].map((href) => `index.html: ${href}`));
});
