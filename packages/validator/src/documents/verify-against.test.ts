import { describe, expect, it } from 'vitest';
import { verifyCitations } from '../verification/verify-citations.ts';
import { verifyStream } from '../verification/verify-stream.ts';
import { createDocumentClaims } from './create-document-claims.ts';
import { readMarkers } from './read-markers.ts';
import { verifyAgainst } from './verify-against.ts';

const lease = '# Lease\n\nRent is 900 EUR a month. Pets are not allowed.\n\n- The deposit is 1,800 EUR.\n';
const house = 'The house was built in 1974. It has a garden of 200 square metres.\n';
const documents = [
  { name: 'docs/lease.md', content: lease },
  { name: 'docs/house.md', content: new TextEncoder().encode(house), title: 'The house' },
];
const verify = (answer: string, options = {}) => verifyAgainst({ documents, answer, ...options });

describe('verifyAgainst', () => {
  it('reads every usual mark, and cites the whole document', async () => {
    const marks = [
      '[1]',
      '[^1]',
      '【1†source】',
      '【1】',
      '[doc:1]',
      '[doc 1]',
      '[source: lease.md]',
      '[doc: docs/lease.md]',
      '[Source: Lease]',
      '[lease.md]',
      '(lease.md)',
      '[1](lease.md)',
      '<cite>1</cite>',
      '[1: "Rent is 900 EUR a month"]',
    ];
    for (const mark of marks) {
      const answer = `Rent is 900 EUR a month ${mark}. Pets cost 950 EUR ${mark}.`;
      const report = await verify(answer);
      expect(report.cleanText, mark).toBe(`Rent is 900 EUR a month ${mark}.`);
      expect(
        report.checks.map(({ status }) => status),
        mark,
      ).toEqual(['verified', 'token_mismatch']);
      expect(report.checks[0], mark).toMatchObject({
        notePath: 'docs/lease.md',
        ...(!mark.includes('"') && { span: { start: 0, end: new TextEncoder().encode(lease).length } }),
        offset: { utf16: answer.indexOf(mark) },
      });
    }
  });

  it('marks a figure that stands nowhere in the document cited, and refuses one that another stands for', async () => {
    expect((await verify('The house was built in 1974 [2].')).verdict).toBe('verified');
    expect((await verify('The house was built in 1975 [2].')).verdict).toBe('rejected');
    expect((await verify('The house was built in 1974 [1].')).checks[0]).toMatchObject({
      status: 'verified',
      disagreements: [{ statementToken: '1974', evidenceToken: null, decisive: false }],
    });
    expect((await verify('The house was built in 1974 [3].')).checks).toMatchObject([
      { status: 'malformed' },
    ]);
  });

  it('writes a mark anew that loses one of several', async () => {
    const report = await verify('Rent is 900 EUR a month [1, 7].');
    expect(report.counts).toMatchObject({ verified: 1, malformed: 1 });
    expect(report.cleanText).toBe('Rent is 900 EUR a month [1].');
    const ranged = await verify('Rent is 900 EUR a month, and the house was built in 1974 [1–2].');
    expect(ranged.checks).toHaveLength(2);
  });

  it('takes no mark for what is none', async () => {
    for (const text of ['Use rows[1] here.', 'See [1](https://x.example/).', 'A \\[1] b.', 'Set x[12] = 3.'])
      expect((await verify(text)).checks, text).toEqual([]);
  });

  it.each([
    ['Tea is hot.', 'Tea is hot[1].'],
    ['Tea is hot.', '- Tea is hot[1]'],
    ['Tea is hot.', 'Tea is hot[1][1]'],
    ['お茶は熱い。', 'お茶は熱い[1]。'],
    ['茶很烫。', '茶很烫[1]。'],
    ['차는 뜨겁다.', '차는 뜨겁다[1].'],
    ['الشاي ساخن.', 'الشاي ساخن[1].'],
    ['चाय गरम है।', 'चाय गरम है[1]।'],
  ])('reads a mark right behind a word, whole and in a stream: %s %s', async (text, answer) => {
    expect(await verifyAgainst({ documents: [text], answer })).toMatchObject({
      verdict: 'verified',
      cleanText: answer,
    });
    const { list, ...ports } = createDocumentClaims({ 'a.md': text }, { unit: 'document' });
    const markers = readMarkers(['number'], () => list.map(({ id }) => id));
    const stream = new ReadableStream<string>({
      start: (controller) => {
        for (const unit of answer.split('')) controller.enqueue(unit);
        controller.close();
      },
    }).pipeThrough(verifyStream({ ...ports, markers }));
    let shown = '';
    for await (const part of stream) if (part.type === 'text') shown += part.text;
    expect(shown).toBe(answer);
  });

  it('follows the definitions of an answer before positions', async () => {
    const answer = 'The house was built in 1974 [^1].\n\n[^1]: [The house](docs/house.md), page 1\n';
    expect((await verify(answer)).checks).toMatchObject([{ status: 'verified', notePath: 'docs/house.md' }]);
  });

  it('gives a stream what it gives the whole answer, wherever it is cut', async () => {
    const answer =
      'Rent is 900 EUR a month【1†source】. The house was built in 1974 [1, 2]. Pets cost 950 EUR [^1].';
    const { list, ...ports } = createDocumentClaims(documents, { unit: 'document' });
    const markers = readMarkers(['number', 'footnote', 'lenticular'], (n) => {
      const claim = list[Number(n) - 1];
      return claim === undefined ? [] : [claim.id];
    });
    const { cleanText } = await verifyCitations(answer, { ...ports, markers });
    expect(cleanText).toContain('900 EUR a month【1†source】.');
    for (let cut = 0; cut <= answer.length; cut++) {
      const stream = new ReadableStream<string>({
        start: (controller) => {
          controller.enqueue(answer.slice(0, cut));
          controller.enqueue(answer.slice(cut));
          controller.close();
        },
      }).pipeThrough(verifyStream({ ...ports, markers }));
      let text = '';
      for await (const part of stream) if (part.type === 'text') text += part.text;
      expect(text, `cut at ${cut}`).toBe(cleanText);
    }
  });

  it('takes what an SDK returns: the document by its position', async () => {
    const answer = {
      content: [
        {
          type: 'text',
          text: 'Pets are not allowed.',
          citations: [
            {
              type: 'char_location',
              cited_text: 'Pets are not allowed.',
              document_index: 0,
              document_title: 'Anything',
              start_char_index: lease.indexOf('Pets'),
              end_char_index: lease.indexOf('Pets') + 21,
            },
          ],
        },
      ],
    };
    expect(await verifyAgainst({ documents, answer })).toMatchObject({
      verdict: 'verified',
      checks: [{ notePath: 'docs/lease.md' }],
    });
  });

  it('says what is wrong with documents it cannot use', async () => {
    const bad = (given: unknown) => verifyAgainst({ documents: given as never, answer: 'x' });
    await expect(
      bad([
        { name: 'a', content: 'x' },
        { name: 'a', content: 'y' },
      ]),
    ).rejects.toMatchObject({
      code: 'INVALID_DOCUMENT',
    });
    await expect(bad([{ name: 'a' }])).rejects.toMatchObject({ code: 'INVALID_DOCUMENT' });
    await expect(bad([{ name: '', content: 'x' }])).rejects.toMatchObject({ code: 'INVALID_DOCUMENT' });
    expect(await verifyAgainst({ documents: {}, answer: 'It rains [1].' })).toMatchObject({
      verdict: 'rejected',
      degradedReasons: ['there are no documents to check the answer against'],
    });
    expect((await verifyAgainst({ documents: ['It rains.'], answer: 'It rains [1].' })).degraded).toBe(false);
    expect((await verifyAgainst({ documents: ['', 'It rains.'], answer: 'It rains [2].' })).verdict).toBe(
      'verified',
    );
  });
});

describe('createDocumentClaims', () => {
  it('cuts sentences, list items and headings into claims whose bytes hash to their fingerprints', async () => {
    const { list, ...ports } = createDocumentClaims(documents);
    expect(list.map(({ text }) => text)).toEqual([
      'Rent is 900 EUR a month.',
      'Pets are not allowed.',
      '- The deposit is 1,800 EUR.',
      'The house was built in 1974.',
      'It has a garden of 200 square metres.',
    ]);
    expect(list[0]?.headingPath).toEqual(['Lease']);
    const answer = `The deposit is 1,800 EUR [claim:${list[2]?.id}]. Rent is 950 EUR [claim:${list[0]?.id}].`;
    expect((await verifyCitations(answer, ports)).cleanText).toBe(
      `The deposit is 1,800 EUR [claim:${list[2]?.id}].`,
    );
    // The same documents, cut differently: the ids do not change.
    expect((await verify(answer)).cleanText).toContain(list[2]?.id);
  });

  it('ends code that an item left open where the item ends', async () => {
    const note =
      '1. Run this:\r\n\r\n    ```sh\r\n    ls\r\n\r\nThe pump is blue. It runs.\r\n\r\n# Later\r\n';
    const { statements } = await verifyAgainst({
      documents: { 'a.md': note },
      answer: 'The pump is blue [1].',
    });
    expect(statements[0]?.wording).toBe('quoted');
  });

  it('gives one id to one sentence each, also where it is said twice, and keeps ids when text comes before', () => {
    const [first, second] = createDocumentClaims({ a: 'Tea is hot. Tea is hot.' }).list;
    expect(first?.id).not.toBe(second?.id);
    expect(createDocumentClaims({ a: 'New. Tea is hot.' }).list[1]?.id).toBe(first?.id);
  });

  it('holds the span invariant for CRLF, a byte order mark, fences, tables and any script', () => {
    const content =
      '\ufeff# 標題\r\n\r\n東京は首都です。人口は多い。\r\n\r\n```js\r\nconst a = 1.\r\n\r\nb. c.\r\n```\r\n| a | b |\r\n|---|---|\r\n| x. y | z |\r\n';
    const bytes = new TextEncoder().encode(content);
    const { list } = createDocumentClaims({ a: bytes });
    for (const { span, text } of list)
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(span.start, span.end))).toBe(
        text,
      );
    expect(list.map(({ text }) => text)).toContain('人口は多い。');
    expect(list.filter(({ text }) => text.includes('const a'))).toHaveLength(1);
    expect(list.map(({ text }) => text)).toContain('| x. y | z |');
  });
});

it('takes each item and cell of HTML for a statement of its own', async () => {
  const documents = { 'a.md': 'The pump is blue.\n' };
  for (const answer of [
    '<ul><li>The pump is red</li><li>The pump is blue [1]</li></ul>',
    '<table><tr><td>The pump is red</td><td>The pump is blue [1]</td></tr></table>',
  ]) {
    const { cleanText, statements } = await verifyAgainst({ documents, answer });
    expect(cleanText).toContain('The pump is blue');
    expect(cleanText).not.toContain('red');
    expect(statements.map(({ text, wording }) => [text, wording])).toContainEqual([
      'The pump is blue [1]',
      'quoted',
    ]);
    // A tag alone is not a statement.
    expect(statements).toHaveLength(2);
  }
  const whole = '<p>The pump is blue [1].</p>\n<p>The pump is blue [1].</p>';
  expect(await verifyAgainst({ documents, answer: whole })).toMatchObject({
    cleanText: whole,
    verdict: 'verified',
  });
});

it.each([
  [{ answer: 'It rains [1].' }, 'INVALID_DOCUMENT', /lease\.md/],
  [
    { documents: ['It rains.'], answer: 'It rains [1].', policyy: 'strip' },
    'INVALID_OPTION',
    /mean policy\?/,
  ],
  [{ documents: ['It rains.'], answer: 'It rains [1].', colour: 1 }, 'INVALID_OPTION', /one of documents, /],
])('names what is wrong with %j', async (input, code, hint) => {
  await expect(verifyAgainst(input as never)).rejects.toMatchObject({
    name: 'ValidatorError',
    code,
    hint: expect.stringMatching(hint),
  });
});
