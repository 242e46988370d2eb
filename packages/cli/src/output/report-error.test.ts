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

it('shows no message of an error that it does not know', () => {
  expect(said(new Error('Anna Secret lives here'))).not.toContain('Anna');
});
