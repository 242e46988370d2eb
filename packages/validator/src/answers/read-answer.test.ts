import { describe, expect, it } from 'vitest';
import type { Answer } from '../contract/answer.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

const note = '# 🚀 Launch\n\nThe launch is on 3 May. 👩‍🚀 Ann flies. The rocket is red.\n';

function setup() {
  const notes = createCitedNotes({ 'launch.md': note });
  const red = notes.claim('launch.md', 'The rocket is red.');
  return {
    notes,
    red,
    verify: (answer: Answer, options = {}) => verifyCitations(answer, { ...notes.ports, ...options }),
  };
}

/** Offsets as counted by Anthropic and OpenAI. */
function codePoints(text: string, words: string) {
  const start = [...text.slice(0, text.indexOf(words))].length;
  return { start, end: start + [...words].length };
}

describe('answers of providers', () => {
  it('reads Anthropic char_location citations, whose offsets are code points, and proves the passage in the note', async () => {
    const { verify } = setup();
    const at = codePoints(note, 'Ann flies.');
    const message = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'The crew: ' },
        {
          type: 'text',
          text: 'Ann flies',
          citations: [
            {
              type: 'char_location',
              cited_text: 'Ann flies.',
              document_index: 0,
              document_title: 'launch.md',
              start_char_index: at.start,
              end_char_index: at.end,
            },
          ],
        },
        { type: 'text', text: '. Bob sleeps.' },
      ],
    };
    const report = await verify(message);
    expect(report.checks).toMatchObject([
      { status: 'verified', notePath: 'launch.md', sourceText: 'Ann flies.', relocated: false },
    ]);
    const { span } = report.checks[0] as { span: { start: number; end: number } };
    expect(new TextDecoder().decode(new TextEncoder().encode(note).subarray(span.start, span.end))).toBe(
      'Ann flies.',
    );
    expect(report.cleanText).toBe('');
    expect(report.statements[0]).toMatchObject({ status: 'verified', wording: 'altered' });
    expect(report.verdict).toBe('rejected');
  });

  it('finds a passage at exactly one other place, and refuses one that is changed or gone', async () => {
    const { verify } = setup();
    const cite = (cited_text: string, document_title = 'launch.md') =>
      verify({
        content: [
          {
            type: 'text',
            text: 'Ann flies.',
            citations: [
              { type: 'char_location', cited_text, document_title, start_char_index: 0, end_char_index: 9 },
            ],
          },
        ],
      });
    expect((await cite('Ann flies.')).checks).toMatchObject([{ status: 'verified', relocated: true }]);
    expect((await cite('Ann falls.')).checks).toMatchObject([{ status: 'fingerprint_mismatch' }]);
    expect((await cite('Ann flies.', 'other.md')).checks).toMatchObject([{ status: 'unverified' }]);
    expect((await cite('The')).checks).toMatchObject([{ status: 'fingerprint_mismatch' }]);
  });

  it('reads Anthropic search results that are claims', async () => {
    const { verify, red } = setup();
    const report = await verify({
      content: [
        {
          type: 'text',
          text: 'The rocket is red.',
          citations: [
            {
              type: 'search_result_location',
              source: `memora://claim/${red}`,
              title: 'Launch',
              cited_text: 'The rocket is red.',
            },
          ],
        },
      ],
    });
    expect(report).toMatchObject({
      verdict: 'verified',
      cleanText: 'The rocket is red.',
      checks: [{ claimId: red }],
    });
  });

  it('reads AI SDK results, with markers in the text and with source parts', async () => {
    const { verify, red } = setup();
    expect((await verify({ text: `The rocket is red [claim:${red}].` })).verdict).toBe('verified');
    const at = codePoints(note, 'The launch is on 3 May.');
    const parts = [
      { type: 'reasoning', text: 'The rocket may be blue.' },
      { type: 'text', text: 'The launch is on 3 May.' },
      {
        type: 'source',
        sourceType: 'document',
        id: '1',
        mediaType: 'text/plain',
        title: 'launch.md',
        providerMetadata: {
          anthropic: { citedText: 'The launch is on 3 May.', startCharIndex: at.start, endCharIndex: at.end },
        },
      },
      { type: 'text', text: ' It rains.' },
    ];
    expect(await verify({ content: parts })).toMatchObject({
      cleanText: 'The launch is on 3 May.',
      verifiedCount: 1,
    });
    expect(await verify({ parts })).toMatchObject({ cleanText: 'The launch is on 3 May.' });
    expect(await verify(parts)).toMatchObject({ cleanText: 'The launch is on 3 May.' });
  });

  it('reads OpenAI annotations, whose offsets are code points, in completions and responses', async () => {
    const { verify, red } = setup();
    const mark = `([claim](memora://claim/${red}))`;
    const text = `👩‍🚀👩‍🚀 It rains. The rocket is red ${mark}. The sea is wet.`;
    const { start, end } = codePoints(text, mark);
    const url = `memora://claim/${red}`;
    const chat = await verify({
      choices: [
        {
          message: {
            content: text,
            annotations: [
              { type: 'url_citation', url_citation: { start_index: start, end_index: end, url, title: 'x' } },
            ],
          },
        },
      ],
    });
    expect(chat.cleanText).toBe(`The rocket is red ${mark}.`);
    expect(chat.checks).toMatchObject([
      { claimId: red, status: 'verified', offset: { utf16: text.indexOf(mark) } },
    ]);
    const response = await verify({
      output: [
        { type: 'reasoning', summary: [] },
        {
          type: 'message',
          content: [
            {
              type: 'output_text',
              text,
              annotations: [
                {
                  type: 'url_citation',
                  start_index: start,
                  end_index: end,
                  url: `memora://claim/${'0'.repeat(16)}`,
                },
              ],
            },
          ],
        },
      ],
    });
    expect(response).toMatchObject({ cleanText: '', unverifiedCount: 1 });
  });

  it('counts a citation that names nothing as malformed, and refuses what is no answer', async () => {
    const { verify } = setup();
    const report = await verify({
      content: [
        {
          type: 'text',
          text: 'It rains.',
          citations: [{ type: 'web_search_result_location', url: 'https://x.example/', cited_text: 'x' }],
        },
      ],
    });
    expect(report.malformedCount).toBe(1);
    await expect(verify({ nothing: 1 } as never)).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
  });

  it('asks the caller which note a source is', async () => {
    const { verify } = setup();
    const report = await verify(
      {
        content: [
          {
            type: 'text',
            text: 'Ann flies.',
            citations: [
              {
                type: 'char_location',
                cited_text: 'Ann flies.',
                document_index: 3,
                start_char_index: 5,
                end_char_index: 9,
              },
            ],
          },
        ],
      },
      {
        toNotePath: ({ documentIndex }: { documentIndex: number }) =>
          documentIndex === 3 ? 'launch.md' : null,
      },
    );
    expect(report.verdict).toBe('verified');
  });
});
