import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLastingNode } from './find-lasting-node.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'memora-node-'));
  for (const version of ['24.1.0', '26.0.0']) write(`Cellar/node/${version}/bin/node`);
  link('bin/node', 'Cellar/node/24.1.0/bin/node');
  link('other/node', 'Cellar/node/26.0.0/bin/node');
  link('state/fnm_multishells/41_17/node', 'Cellar/node/24.1.0/bin/node');
  link('.npm/_npx/0f3a/node', 'Cellar/node/24.1.0/bin/node');
  write('shims/node');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the Node that a setting names', () => {
  const running = () => join(folder, 'Cellar/node/24.1.0/bin/node');
  const find = (...folders: string[]) =>
    findLastingNode(folders.map((each) => join(folder, each)).join(delimiter), running());

  it('is the link on the PATH that leads to the running one, so that an update of Node keeps it', () => {
    expect(find('bin')).toBe(join(folder, 'bin/node'));
    expect(find('none', 'other', 'shims', 'bin', 'Cellar/node/24.1.0/bin')).toBe(join(folder, 'bin/node'));
  });

  it.each([[['other', 'shims']], [['state/fnm_multishells/41_17']], [['.npm/_npx/0f3a']], [[]]])(
    'is the running one itself if no lasting link leads to it: %j',
    (folders) => {
      expect(find(...folders)).toBe(running());
    },
  );

  it('is found without a PATH, and through no folder that depends on where a shell is', () => {
    expect(findLastingNode(undefined, running())).toBe(running());
    expect(findLastingNode(['.', '', 'bin'].join(delimiter), running())).toBe(running());
  });
});

function write(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), path);
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(join(folder, target), join(folder, path));
}
