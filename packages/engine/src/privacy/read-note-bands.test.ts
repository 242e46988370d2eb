import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { readNoteBands } from './read-note-bands.ts';

it.each([
  '---\nprivacy: secret\n---\nIda.\n',
  '---\nprivcy: secret\n---\nIda.\n',
  '---\npriv\u00adacy: secret\n---\nIda.\n',
  '---\nрrivасу: hidden\n---\nIda.\n',
  '---\nрrivасу: ѕесrеt\n---\nIda.\n',
  '\n\n---\nprivacy: secret\n---\nIda.\n',
  ' \r\n---\r\nprivacy: secret\r\n---\r\nIda.\r\n',
  '+++\nprivacy = "secret"\n+++\nIda.\n',
  '\ufeff\n---\nPrivacy: hidden\n---\nIda.\n',
  '---\nprivacy: secret\n\nIda.\n',
  '---\nprimacy: high\n---\nIda.\n',
  '---\ntitle: Ida\n---\nShe keeps a secret.\n',
  'Ida.\n\n---\nprivacy: secret\n---\n',
  '\n---\nOur privacy policy.\n---\n',
])('reads the band of %j as indexing does', async (text) => {
  const bytes = new TextEncoder().encode(text);
  const { band } = await readNoteBands(bytes, 'a.md', { defaultBand: 'private', detector: 'suggest' });
  expect(band).toBe(parseNote(bytes, { path: 'a.md', defaultBand: 'private' }).band);
});
