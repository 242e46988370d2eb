import { expect, it } from 'vitest';
import type { CliIo } from '../cli-io.ts';
import { reportError } from './report-error.ts';

function said(error: unknown): string {
  let text = '';
  const stderr = { write: (part: string) => (text += part), isTTY: false };
  reportError(error, { stderr, env: {} } as unknown as CliIo, { json: true });
  return text;
}

it('says that the database is damaged, whichever query came upon it, and how to mend it', () => {
  const error = Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT_VTAB' });
  expect(JSON.parse(said(error)).error).toMatchObject({
    code: 'DATABASE_CORRUPT',
    hint: expect.stringContaining('memora doctor --repair'),
  });
});

it('names the package to install where a command needs one that is not there', () => {
  const error = Object.assign(new Error("Cannot find module 'pg'\nRequire stack: /home/ida"), {
    code: 'MODULE_NOT_FOUND',
  });
  expect(JSON.parse(said(error)).error).toMatchObject({
    code: 'PACKAGE_MISSING',
    hint: expect.stringContaining('npm install pg'),
  });
  const other = Object.assign(new Error("Cannot find module './anna'"), { code: 'MODULE_NOT_FOUND' });
  expect(said(other)).not.toContain('anna');
});

it('shows no message of an error that it does not know', () => {
  expect(said(new DOMException('Anna waited', 'TimeoutError'))).toContain('TimeoutError');
  expect(said(new Error('Anna Secret lives here'))).not.toContain('Anna');
});
