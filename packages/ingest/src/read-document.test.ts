import { describe, expect, it } from 'vitest';
import { readDocument } from './index.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('a document', () => {
  it('of plain text becomes paragraphs that are nothing else', async () => {
    const text =
      '# Not a heading\n\n- no list\n\n1. no number\n\n<b>x</b> [[link]] #tag a * b\n\nKey:: value';
    const { markdown, title, meta } = await readDocument(bytesOf(text), { name: 'My_notes.txt' });
    expect(title).toBe('My notes');
    expect(markdown).toBe(
      '\\# Not a heading\n\n\\- no list\n\n1\\. no number\n\n&lt;b>x&lt;/b> \\[\\[link]] \\#tag a \\* b\n\nKey:\\: value\n',
    );
    expect(meta).toMatchObject({ format: 'text', extractor: 'memora-text@1' });
  });

  it('with markers of Memora in it shows them, and they do nothing', async () => {
    const { parsePrivacyMarkers } = await import('@memora/privacy');
    for (const name of ['a.txt', 'a.md']) {
      const text =
        'Before.\n\n<!--privacy:secret-->\n\n`<!-- privacy : secret -->` ＜!--privacy:secret-->\n\nSee [claim:0123456789abcdef].\n\n<!--anchor: page 9-->\n\nAfter.';
      const { markdown, anchors, meta } = await readDocument(bytesOf(text), { name });
      expect(parsePrivacyMarkers(bytesOf(markdown)).markers).toEqual([]);
      expect(markdown).toContain('\\[claim:0123456789abcdef]');
      expect(markdown).toContain('privacy');
      expect(anchors).toEqual([]);
      if (name === 'a.md') expect(meta.leftOut.markers).toBeGreaterThan(2);
    }
  });

  it('of captions has a second at each paragraph', async () => {
    const vtt = `WEBVTT - Standup

NOTE made by hand

intro
00:00:01.000 --> 00:00:03.000
<v Alice>We moved the relay</v>

00:00:03.100 --> 00:00:05.000
<v Alice>to <i>Lisbon</i> &amp; Porto.

00:00:05.200 --> 00:00:06.000
<v Bob>When?

01:13:05.000 --> 01:13:07.000
<v Alice>In May.
`;
    const { markdown, title, anchors } = await readDocument(bytesOf(vtt));
    expect(title).toBe('Standup');
    expect(markdown).toBe(
      '<!--anchor: 00:00:01-->\n**Alice:** We moved the relay to Lisbon & Porto.\n\n<!--anchor: 00:00:05-->\n**Bob:** When?\n\n<!--anchor: 01:13:05-->\n**Alice:** In May.\n',
    );
    expect(anchors.map(({ label }) => label)).toEqual(['00:00:01', '00:00:05', '01:13:05']);
    const srt =
      '\ufeff1\r\n00:00:01,000 --> 00:00:03,000\r\nBOB: Hello.\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,000\r\nBye.\r\n';
    expect((await readDocument(bytesOf(srt))).markdown).toBe(
      '<!--anchor: 00:00:01-->\n**BOB:** Hello. Bye.\n',
    );
  });

  it('in an encoding of the nineties is read, and that is said', async () => {
    const cases = [
      [
        'windows-1251',
        'cff0e8e2e5f220eceef020eae0ea20e4e5ebe020f320f2e5e1ff20f1e5e3eee4edff20e2e5f7e5f0eeec',
        'Привет мор как дела у тебя сегодня вечером',
      ],
      [
        'shift_jis',
        '82b182f182c982bf82cd81418ca982c482ad82be82b382a281428ac48e968acd82cd834a8341'.slice(0, 64),
        'こんにちは、見てください。監事',
      ],
    ] as const;
    for (const [encoding, hex, text] of cases) {
      const { markdown, meta } = await readDocument(Buffer.from(hex, 'hex'), { name: 'a.txt' });
      expect(meta.encoding).toBe(encoding);
      expect(markdown.slice(0, 6)).toBe(text.slice(0, 6));
      expect(meta.notices).toEqual([`It is written in ${encoding}.`]);
    }
    const latin = await readDocument(Buffer.from('Die Miete beträgt 900 €. Größe und Höhe.', 'latin1'), {
      name: 'a.txt',
    });
    expect(latin.markdown).toContain('beträgt');
    const wide = await readDocument(Buffer.from('The rent is 900.', 'utf16le'), { name: 'a.txt' });
    expect(wide.markdown).toBe('The rent is 900.\n');
  });

  it.each([
    ['a PNG picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1')],
    ['a binary file', Buffer.from(Array.from({ length: 600 }, (_, i) => (i * 7) % 256))],
  ])('that is %s is named and left', async (name, bytes) => {
    await expect(readDocument(bytes, { name: 'notes.txt' })).rejects.toMatchObject({
      code: 'NOT_TEXT',
      message: expect.stringContaining(name),
    });
  });
});
