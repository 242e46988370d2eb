import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEgressLog } from '../../logs/egress-log.ts';
import { createEgress } from '../create-egress.ts';
import { isPlainHost } from './is-plain-host.ts';

it.each([
  'localhost',
  'api.openai.com',
  'a-b.example',
  'xn--bcher-kva.example',
  '127.0.0.1',
  '[::1]',
  'my_model.localhost',
  'host.',
])('%s is a plain host', (host) => expect(isPlainHost(new URL(`http://${host}:1/`).hostname)).toBe(true));

const HOSTILE = [
  '$({touch,pwned}).localhost',
  '`id`.localhost',
  'a;b.localhost',
  "a'b.localhost",
  'a&b.localhost',
  '-a.localhost',
  'a..localhost',
  '!x.localhost',
  '*.localhost',
];

it.each(HOSTILE)('%s is none, no request goes there, and the log does not hold it', async (host) => {
  expect(isPlainHost(new URL(`http://${host}:1/`).hostname)).toBe(false);
  const folder = mkdtempSync(join(tmpdir(), 'memora-host-'));
  try {
    const path = join(folder, 'egress.jsonl');
    const egress = createEgress({ guard: 'none', log: openEgressLog(path), allowNetwork: false });
    const fetch = egress.fetch('chat');
    await expect(fetch(`http://${host}:1/v1`, { method: 'POST', body: '{}' })).rejects.toThrow();
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('URL_NOT_ALLOWED');
    expect(text).not.toContain(host.split('.')[0]?.length === 1 ? host : (host.split('.')[0] ?? host));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each(['a link to a file', 'a dangling link', 'a pipe'])(
  'nothing is sent where the log is %s',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'memora-log-'));
    try {
      const path = join(folder, 'egress.jsonl');
      const profile = join(folder, 'profile');
      if (kind !== 'a dangling link') writeFileSync(profile, 'theirs\n');
      if (kind === 'a pipe') execFileSync('mkfifo', [path]);
      else symlinkSync(profile, path);
      const log = openEgressLog(path);
      const entry = {
        at: 'x',
        kind: 'chat',
        origin: 'http://x',
        outcome: 'sent',
        bytes: 0,
        claimIds: [],
      } as const;
      expect(() => log.append(entry)).toThrowError(expect.objectContaining({ code: 'FILE_REFUSED' }));
      if (kind !== 'a dangling link') expect(readFileSync(profile, 'utf8')).toBe('theirs\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
