import { hasSecret } from '@memora/claims/internal';
import { fingerprint } from '@memora/core';
import { parseNote } from '@memora/vault';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readUpload } from './read-upload.ts';

const utf8 = (text: string) => Buffer.from(text);

/** Reads a document with this name; nothing exists at its place. */
const read = (bytes: Buffer, name: string, more: object = {}) =>
  readUpload(
    {
      ...{ bytes, originHash: fingerprint(bytes), identity: `upload:${name}`, standing: async () => null },
      about: { name, groups: [], until: null, ...more },
    },
    { ms: 20_000, msPerMegabyte: 0, megabytes: 256 },
    () => Date.parse('2026-11-01T00:00:00Z'),
  );

it('reads what `memora ingest` reads, as a note of a reference, in the folder and the band that were asked for', async () => {
  const mail =
    'From: ida@b.example\nTo: c@d.example\nSubject: Crane\nMessage-ID: <1@b>\n\nThe crane lifts twelve tons.\n';
  for (const [name, text, format] of [
    ['crane.html', '<html><body><h1>Crane</h1><p>The crane lifts twelve tons.</p></body></html>', 'html'],
    ['crane.eml', mail, 'mail'],
    ['crane.csv', 'crane,tons\nred,12\n', 'table'],
    ['crane.md', '# Crane\n\nThe crane lifts twelve tons.\n', 'markdown'],
  ] as const) {
    const [note] = await read(utf8(text), name, { region: 'machines', privacy: 'public' });
    expect(note).toMatchObject({
      format,
      status: 'created',
      isSecret: false,
      originHash: fingerprint(utf8(text)),
    });
    expect(note?.path).toMatch(/^machines\//);
    const written = Buffer.from(note?.bytes ?? []).toString();
    expect(written).toContain('source: reference\n');
    expect(written).toContain('privacy: public\n');
  }
});

it('says of a note that something of the document is not in it', async () => {
  const mail = [
    'From: ida@b.example\nTo: c@d.example\nSubject: Crane\nMessage-ID: <1@b>\nMIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nThe crane lifts.\n--x',
    'Content-Type: application/pdf; name=a.pdf\nContent-Disposition: attachment; filename=a.pdf\n\nabc\n--x--\n',
  ].join('\n');
  expect(await read(utf8(mail), 'crane.eml')).toMatchObject([{ made: null, notices: 1 }]);
  expect(await read(utf8('The crane.\n'), 'crane.txt')).toMatchObject([{ made: null, notices: 0 }]);
});

it('says of each note whether it has to be sealed, as a push does', async () => {
  for (const text of [
    'The kite flies.\n',
    `The key is AKIA${'QWERTYUIOPASDFGH'}.\n`,
    '---\nprivacy: secret\n---\nThe kite flies.\n',
    'Open.\n\n<!--privacy:secret-->The code is 12.<!--/privacy-->\n',
    '> [!secret] Kite\n> It flies.\n',
  ]) {
    const [note] = await read(utf8(text), 'kite.md');
    const bytes = note?.bytes as Uint8Array;
    expect(note?.isSecret).toBe(hasSecret({ note: parseNote(bytes, { path: 'kite.md' }), bytes }));
  }
});

it('refuses by its code what is not what it is called, and what would grow beyond all limits', async () => {
  const bomb = zipSync({
    'word/document.xml': strToU8(`<w:document>${' '.repeat(140 * 1024 * 1024)}</w:document>`),
  });
  for (const [bytes, name, code] of [
    [utf8('<html>Log in</html>'), 'report.pdf', 'DOCUMENT_DAMAGED'],
    [utf8('%PDF-1.7 and nothing else'), 'report.pdf', 'DOCUMENT_DAMAGED'],
    [Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), 'picture.png', 'NOT_TEXT'],
    [Buffer.from(bomb), 'bomb.docx', 'DOCUMENT_TOO_LARGE'],
  ] as const)
    await expect(read(bytes, name), name).rejects.toMatchObject({ code });
});
