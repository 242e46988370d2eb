import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadEnforcedDetector, readSourceLines } from './read-source-lines.ts';

const encode = (text: string) => new TextEncoder().encode(text);

describe('readSourceLines', () => {
  it('gives the whole line and marks the span in it', async () => {
    const bytes = encode('\uFEFFerste Zeile\r\nzwölf Böote hier\r\n');
    const start = encode('\uFEFFerste Zeile\r\nzwölf ').length;
    const lines = await readSourceLines(bytes, { start, end: start + encode('Böote').length });
    expect(lines).toEqual({ line: 2, text: 'zwölf Böote hier', marked: { start: 6, end: 11 } });
  });

  it('gives every line of a span that runs over several', async () => {
    const lines = await readSourceLines(encode('a\nb c\nd e\nf'), { start: 4, end: 7 });
    expect(lines).toEqual({ line: 2, text: 'b c\nd e', marked: { start: 2, end: 5 } });
  });

  it('gives as much of a line as is asked for, cut between characters, also where the bytes are none', async () => {
    const text = `${'ä'.repeat(50)}tea${'ß€'.repeat(50)}`;
    const lines = await readSourceLines(encode(text), { start: 100, end: 103 }, { around: 7 });
    expect(lines).toEqual({ line: 1, text: 'ääääteaß€ß', marked: { start: 4, end: 7 } });
    const whole = await readSourceLines(encode(text), { start: 100, end: 103 }, { around: 1_000 });
    expect(whole?.text).toBe(text);
    const broken = await readSourceLines(
      new Uint8Array(900).fill(0x80),
      { start: 400, end: 410 },
      { around: 20 },
    );
    expect(broken?.text.length).toBeLessThan(60);
  });

  it('names the line that introduces the list of an item, without hidden text', async () => {
    const aboveOf = async (text: string, item: string) => {
      const start = encode(text.slice(0, text.indexOf(item))).length;
      return (await readSourceLines(encode(text), { start, end: start + encode(item).length }))?.above;
    };
    expect(await aboveOf('# House\n\nWe do not:\n\n- sublet\n- allow dogs\n', 'allow dogs')).toBe(
      'We do not:',
    );
    expect(await aboveOf('We do not:\r\n1. [ ] allow dogs\r\n', 'allow dogs')).toBe('We do not:');
    expect(await aboveOf('We do not:\n\nWe allow dogs\n', 'allow dogs')).toBeUndefined();
    expect(await aboveOf(`${'x'.repeat(700)}:\n- allow dogs\n`, 'allow dogs')).toBeUndefined();
    expect(await aboveOf('We do not:\r- sublet\r- allow dogs\r', 'allow dogs')).toBe('We do not:');
    const secret = '<!--privacy:secret-->Ida<!--/privacy--> does not:\n- allow dogs\n';
    expect(await aboveOf(secret, 'allow dogs')).not.toContain('Ida');
  });

  it('counts a lone CR as a line end', async () => {
    expect((await readSourceLines(encode('a\rb\r\nc\nd'), { start: 7, end: 8 }))?.line).toBe(4);
  });

  it('masks secret text beside the span', async () => {
    const text = 'Ida met Bo. <!--privacy:secret-->She owes him 42.<!--/privacy--> They sail.';
    const lines = await readSourceLines(encode(text), { start: 0, end: 11 });
    expect(lines?.text.slice(0, 12)).toBe('Ida met Bo. ');
    expect(lines?.text).not.toContain('42');
    expect(lines?.text).toContain('They sail.');
    expect(lines?.marked).toEqual({ start: 0, end: 11 });
  });

  it('masks secret text that stands inside the span now, unless it is asked for', async () => {
    const text = 'Ida <!--privacy:secret-->owes 42<!--/privacy--> to Bo.';
    const span = { start: 0, end: text.length };
    expect((await readSourceLines(encode(text), span))?.text).not.toContain('42');
    expect((await readSourceLines(encode(text), span))?.text).toContain('to Bo.');
    expect((await readSourceLines(encode(text), span, { reveal: true }))?.text).toContain('owes 42');
  });

  it('shows, where it is asked for, the whole line that the span is in, and no other secret', async () => {
    const text = 'A <!--privacy:secret-->b 42<!--/privacy--> c <!--privacy:secret-->d 43<!--/privacy--> e';
    const start = text.indexOf('b 42');
    const lines = await readSourceLines(encode(text), { start, end: start + 4 }, { reveal: true });
    expect(lines?.text).toMatch(/^A <!--privacy:secret-->b 42<!--\/privacy--> c /);
    expect(lines?.text).not.toContain('43');
  });

  it.each([
    ['secret', false],
    ['hush', false],
    ['private', true],
    ['"public" # open', true],
  ])('shows a line of a note of privacy %s: %s', async (privacy, shown) => {
    const text = `---\ntitle: x\nprivacy: ${privacy}\n---\nIda owes 42.\n`;
    const start = text.indexOf('Ida');
    const lines = await readSourceLines(encode(text), { start, end: start + 12 });
    expect(lines?.line).toBe(5);
    expect(lines?.text === 'Ida owes 42.').toBe(shown);
  });

  it.each([
    '---\nprivcy: secret\n---\nIda owes 42.\n',
    '---\npriv\u00adacy: secret\n---\nIda owes 42.\n',
    '\n\n---\nprivacy: secret\n---\nIda owes 42.\n',
    '+++\nprivacy = "secret"\n+++\nIda owes 42.\n',
  ])('shows nothing of a note that indexing reads as secret: %j', async (text) => {
    const bytes = encode(text);
    const start = bytes.length - 13;
    const lines = await readSourceLines(bytes, { start, end: start + 12 });
    expect(lines?.text).toBe('*'.repeat(12));
  });

  it('shows a note without privacy by the band that the settings give it', async () => {
    const bytes = encode('Ida owes 42.');
    const read = (defaultBand: 'private' | 'secret') =>
      readSourceLines(bytes, { start: 0, end: 12 }, { defaultBand });
    expect((await read('private'))?.text).toBe('Ida owes 42.');
    expect((await read('secret'))?.text).toBe('*'.repeat(12));
  });

  it('gives nothing where the span does not fit the file', async () => {
    expect(await readSourceLines(encode('abc'), { start: 2, end: 9 })).toBeNull();
  });

  it('marks exactly the text of the span, whatever the file holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        async (a, b, c) => {
          const bytes = encode(a + b + c);
          const start = encode(a).length;
          const lines = await readSourceLines(bytes, { start, end: start + encode(b).length });
          expect(lines?.text.slice(lines.marked.start, lines.marked.end)).toBe(b);
        },
      ),
    );
  });
});

describe('an enforced detector', () => {
  it('is loaded before it is asked for, or nothing is shown', async () => {
    const bytes = encode('The account is DE89 3704 0044 0532 0130 00, says Ida.');
    const span = { start: 0, end: bytes.length };
    await expect(readSourceLines(bytes, span, { detector: 'enforce' })).rejects.toThrow(TypeError);
    await loadEnforcedDetector();
    expect((await readSourceLines(bytes, span, { detector: 'enforce' }))?.text).not.toContain('0532');
  });
});
