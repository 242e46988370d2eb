import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkFirst, checkInstall, checkLength, checkRelease } from './check-release.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

it('names a text that is too long for a user', () => {
  const text = (lines: number) => `---\n'@memora/core': minor\n---\n\n${'a line\n'.repeat(lines)}`;
  expect(checkLength('a.md', text(25))).toEqual([]);
  expect(checkLength('a.md', text(26))).toEqual(['.changeset/a.md  26 lines; a user reads 25 at most']);
});

it.each([
  ['npm install --global @memora/cli\n', false, 1],
  ['npm install --global @memora/cli\n\nNot on npm yet: pack it.', false, 0],
  ['npm install yaml\n', false, 0],
  ['npm install --global @memora/cli\n\nNothing is on npm yet.', true, 1],
  ['npm install --global @memora/cli\n', true, 0],
])('compares what a page says about npm with what exists: %j', (text, isPublished, breaches) => {
  expect(checkInstall('a.md', text, isPublished)).toHaveLength(breaches);
});

it.each([
  ["---\n'@memora/core': minor\n---\n\nFirst release.\n", false, 0],
  ["---\n'@memora/core': minor\n'@memora/vault': patch\n---\n\nFaster.\n", false, 1],
  ['---\n"@memora/core": patch\n---\n\nFaster.\n', false, 1],
  ["---\n'@memora/core': patch\n---\n\nFaster.\n", true, 0],
])('refuses a patch for a version that was never released: %j', (text, isPublished, breaches) => {
  expect(checkFirst('a.md', text, isPublished)).toHaveLength(breaches);
});

it('says why no version can be made: a changeset for a package that does not exist', () => {
  const root = mkdtempSync(join(tmpdir(), 'memora-release-test-'));
  try {
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    write('package.json', '{ "name": "root", "private": true, "packageManager": "pnpm@12.21.0" }');
    write('pnpm-workspace.yaml', 'packages:\n  - packages/*\n');
    write('packages/core/package.json', '{ "name": "@memora/core", "version": "0.0.0" }');
    for (const name of ['config.json', 'changelog.mjs'])
      write(`.changeset/${name}`, readFileSync(join(ROOT, '.changeset', name), 'utf8'));
    write('.changeset/a.md', "---\n'memora': minor\n---\n\nFirst release.\n");
    execFileSync('git', ['init', '-q'], { cwd: root });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    expect(checkRelease(root)).toEqual([expect.stringMatching(/changeset version fails: .*package memora/s)]);
    write('.changeset/a.md', "---\n'@memora/core': minor\n---\n\nFirst release.\n");
    expect(checkRelease(root)).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
