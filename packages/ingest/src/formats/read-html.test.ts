import { describe, expect, it } from 'vitest';
import { type Document, readDocument } from '../index.ts';

const read = (html: string): Promise<Document> =>
  readDocument(new TextEncoder().encode(`<!doctype html><html>${html}</html>`), { name: 'page.html' });
const sentences = (count: number, about: string): string =>
  Array.from({ length: count }, (_, i) => `<p>Sentence ${i} tells of the ${about} at some length.</p>`).join(
    '',
  );

describe('the text of a web page', () => {
  it.each([
    ['1<b>0</b>00 euros', '1000 euros'],
    ['$<b>5</b>0 for <a href="https://a.example/f">film</a>s', '$50 for [film](https://a.example/f)s'],
    ['<i>e</i>-mail and un<em>believ</em>able', 'e-mail and unbelievable'],
    ['one<br>two', 'one\ntwo'],
    ['10<sup>-6</sup> m, H<sub>2</sub>O, the 1<sup>st</sup>', '10⁻⁶ m, H₂O, the 1st'],
    ['<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>', '漢字 (かんじ)'],
    [
      'It is <math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>20</mn></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup><annotation>a</annotation></math>.',
      'It is (a+1)/20=x^2.',
    ],
  ])('keeps what inline tags join: %s', async (html, text) => {
    const { markdown } = await read(`<body><article><p>${html}</p>${sentences(5, 'sea')}</article></body>`);
    expect(markdown.slice(0, text.length + 1)).toBe(`${text}\n`);
  });

  it('keeps chapters whose class is that of a sidebar', async () => {
    const { markdown, meta } = await read(
      `<body><div class="chapter">${sentences(9, 'sea')}<div class="sidebar"><p>VPN</p>${sentences(9, 'tunnel')}</div></div></body>`,
    );
    expect(markdown).toContain('Sentence 8 tells of the tunnel');
    expect(meta.leftOut.words).toBe(0);
  });

  it('leaves out navigation, and says how many words that are', async () => {
    const { markdown, meta } = await read(
      `<body><nav><ul><li><a href="/">Home page</a></li><li>About</li></ul></nav><main><h1>Fees</h1>${sentences(9, 'fee')}</main></body>`,
    );
    expect(markdown).not.toContain('About');
    expect(meta.leftOut.words).toBeGreaterThanOrEqual(3);
    expect(meta.notices.join()).toContain(`Left out: ${meta.leftOut.words} of`);
  });

  it('is all of the page where the article that is found is less than 85 % of it', async () => {
    const { markdown, meta } = await read(
      `<body><nav>Menu</nav><article>${sentences(12, 'fee')}</article><div>${sentences(12, 'deposit')}</div></body>`,
    );
    expect(markdown).toContain('Sentence 11 tells of the fee');
    expect(markdown).toContain('Sentence 11 tells of the deposit');
    expect(markdown).not.toContain('Menu');
    expect(meta.leftOut.words).toBe(1);
  });

  it('is read to its end however deep it is nested', async () => {
    const deep = `${'<div>'.repeat(30_000)}<p>At the bottom.</p>${'</div>'.repeat(30_000)}`;
    const { markdown } = await read(`<body>${deep}<p>And behind it.</p></body>`);
    expect(markdown).toContain('At the bottom.');
    expect(markdown).toContain('And behind it.');
  });
});
