import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignQuote } from './align-quote.ts';
import { prepareSource } from './prepare-source.ts';

const source = [
  '# Lease',
  '',
  '> The **landlord** is *not* permitted to enter the flat without',
  '> notice. It costs -5.25% (about $3 million) in 2019. See [the Act](http://x.y/z "t") &amp; [[Note|alias]].<!-- hidden -->',
  '',
  '- The tenant may keep 2*3 cats; she said “never again” — twice.',
  '- cafe\u0301 noir is served. Tea is cheap. Tea is cheap. The old grey fox sleeps.',
  '',
  '房东不允许进入公寓。租金为三千元。',
].join('\n');

function statusOf(quote: string): string {
  return alignQuote(source, quote).status;
}

describe('alignQuote', () => {
  it('finds a quote that stands there unit for unit', () => {
    const { status, grounded, spans } = alignQuote(source, 'keep 2*3 cats');
    expect([status, grounded]).toEqual(['identical', true]);
    expect(source.slice(spans[0]?.utf16.start, spans[0]?.utf16.end)).toBe('keep 2*3 cats');
  });

  it.each([
    ['Markdown', 'The landlord is not permitted to enter the flat without notice.'],
    ['a link, an entity and a wikilink', 'See the Act & alias.'],
    ['quotation marks and dashes', 'she said "never again" - twice.'],
    ['NFC', 'café noir is served.'],
    ['marks put around it', '“Tea is cheap. Tea is cheap.”'],
    ['a soft hyphen and odd spaces', 'The old\u00a0grey\u2009 f\u00adox sleeps.'],
    ['an ellipsis over plain words', 'The old … fox sleeps.'],
    ['a comma inside the quotation marks', 'The old grey fox,'],
    ['a control character', 'The ol\u0001d grey fox sleeps.'],
  ])('reads through %s', (_, quote) => {
    expect(statusOf(quote)).toBe('normalized');
  });

  it('reads through a curly apostrophe before a letter', () => {
    expect(alignQuote('It isn’t due.', "It isn't due.").status).toBe('normalized');
  });

  it.each(['The rent   is due.', 'The rent  “now” is due.', 'The rent  – 900 – is due.'])(
    'reads several spaces as one: %s',
    (text) => {
      expect(alignQuote(text, text.replace(/ +/gu, ' ')).status).toBe('normalized');
    },
  );

  it('grounds another case with its own status', () => {
    expect(statusOf('the OLD grey fox sleeps.')).toBe('case_only');
  });

  it.each([
    ['a negator dropped', 'The landlord is permitted to enter the flat without notice.'],
    ['a changed number', 'It costs -5.35% (about $3 million) in 2019.'],
    ['a dropped sign', 'It costs 5.25% (about $3 million) in 2019.'],
    ['a sign cut off', '5.25% (about $3 million) in 2019.'],
    ['a splice', 'The landlord is not permitted to keep 2*3 cats'],
    ['a reordering', 'The fox grey old sleeps.'],
    ['half a word', 'he old grey fox sleeps.'],
    ['an operator dropped', 'The tenant may keep 23 cats'],
  ])('does not ground %s', (_, quote) => {
    const { status, grounded, diff } = alignQuote(source, quote);
    expect([status, grounded]).toEqual(['edited', false]);
    expect(diff?.length).toBeGreaterThan(0);
  });

  it.each([
    ['You cannot enter the flat.', 'You can'],
    ['They sold 1.5 million copies.', '5 million copies.'],
    ['We will ~~not~~ ship it.', 'We will ship it.'],
    ['The rate is 10² units.', 'The rate is 102 units.'],
    ['Is it permitted? It is small.', 'it is permitted'],
    ['It is ===so=== now.', 'It is so now.'],
  ])('does not let %s say: %s', (text, quote) => {
    expect(alignQuote(text, quote).grounded).toBe(false);
  });

  it.each(['', ' ', '…', '...', '"', '**', '<!--', '&amp;', '[', '\ud800'])('says absent for %j', (quote) => {
    expect(alignQuote('Plain words only.', quote).status).toBe('absent');
  });

  it('says absent where nothing like it stands', () => {
    expect(statusOf('Quarterly revenue rose beyond expectation.')).toBe('absent');
  });

  it('lets context decide between two places, and says ambiguous without it', () => {
    expect(alignQuote(source, 'Tea is cheap.').spans).toHaveLength(2);
    expect(statusOf('Tea is cheap.')).toBe('ambiguous');
    const second = source.lastIndexOf('Tea is cheap.');
    expect(alignQuote(source, 'Tea is cheap.', { near: second }).spans[0]?.utf16.start).toBe(second);
    expect(alignQuote(source, 'Tea is cheap.', { after: ' The old grey' }).spans[0]?.utf16.start).toBe(
      second,
    );
  });

  it('gives bytes beside UTF-16', () => {
    const { spans } = alignQuote(source, '租金为三千元。');
    const bytes = new TextEncoder().encode(source);
    const { start = 0, end = 0 } = spans[0]?.utf8 ?? {};
    expect(new TextDecoder().decode(bytes.subarray(start, end))).toBe('租金为三千元。');
  });

  it('never throws, and every span lies in the source', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('**', '…', '"', '&amp;', '[a](b)', '\n> ', '- ', 'not', '5'),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const prepared = prepareSource(left);
        for (const { utf16, utf8 } of alignQuote(prepared, right).spans) {
          expect(utf16.start).toBeLessThanOrEqual(utf16.end);
          expect(utf16.end).toBeLessThanOrEqual(left.length);
          expect(utf8.end).toBeGreaterThanOrEqual(utf8.start);
        }
      }),
    );
  });
});
