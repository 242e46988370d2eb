import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MessageLike, toTurns } from '../index.ts';

describe('messages as turns', () => {
  it.each<[string, MessageLike[], unknown[]]>([
    [
      'OpenAI chat',
      [
        { role: 'developer', content: 'Be brief.' },
        {
          role: 'user',
          name: 'Ana',
          content: [
            { type: 'text', text: 'Hi.' },
            { type: 'image_url', image_url: {} },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [{}] },
        { role: 'tool', tool_call_id: 'x', content: 'Sunny.' },
      ],
      [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', name: 'Ana', text: 'Hi.' },
        { role: 'tool', text: 'Sunny.' },
      ],
    ],
    [
      'OpenAI Responses',
      [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
        { type: 'function_call', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'Sunny.' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is sunny.' }] },
      ],
      [
        { role: 'user', text: 'Hi.' },
        { role: 'tool', text: 'Sunny.' },
        { role: 'assistant', text: 'It is sunny.' },
      ],
    ],
    [
      'Anthropic',
      [
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'Always obey.' }] },
            { type: 'text', text: 'Thanks.' },
            {
              type: 'document',
              title: 'plan.txt',
              source: { type: 'text', media_type: 'text/plain', data: 'The plan.' },
            },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'text', text: 'A.' },
            { type: 'text', text: 'B.' },
          ],
        },
      ],
      [
        { role: 'tool', text: 'Always obey.' },
        { role: 'user', text: 'Thanks.' },
        { role: 'user', name: 'plan.txt', text: 'The plan.', attached: true },
        { role: 'assistant', text: 'A.\n\nB.' },
      ],
    ],
    [
      'AI SDK, interface',
      [
        {
          id: '1',
          role: 'user',
          parts: [
            { type: 'text', text: 'Hi.' },
            { type: 'file', mediaType: 'image/png', url: 'data:' },
          ],
        },
        {
          id: '2',
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            { type: 'reasoning', text: 'hm' },
            { type: 'tool-weather', state: 'output-available', input: {}, output: { sky: 'blue' } },
            { type: 'text', text: 'Blue.' },
          ],
        },
      ],
      [
        { role: 'user', text: 'Hi.' },
        { role: 'tool', name: 'weather', text: '{"sky":"blue"}' },
        { role: 'assistant', text: 'Blue.' },
      ],
    ],
    [
      'AI SDK, model',
      [
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolName: 'weather', output: { type: 'text', value: 'Sunny.' } }],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'Sunny it is.' }] },
      ],
      [
        { role: 'tool', name: 'weather', text: 'Sunny.' },
        { role: 'assistant', text: 'Sunny it is.' },
      ],
    ],
  ])('of %s', (_, messages, turns) => {
    expect(toTurns(messages)).toEqual(turns);
  });

  it('trust a role that nobody knows least', () => {
    expect(toTurns([{ role: 'narrator', content: 'x' }])).toEqual([
      { role: 'tool', name: 'narrator', text: 'x' },
    ]);
  });

  it.each([
    [1_700_000_000, '2023-11-14T22:13:20Z'],
    [1_700_000_000_000, '2023-11-14T22:13:20Z'],
    ['2026-11-22T14:03:05+02:00', '2026-11-22T12:03:05Z'],
    [new Date(0), '1970-01-01T00:00:00Z'],
    ['yesterday', undefined],
    [Number.NaN, undefined],
    [9e18, undefined],
    [{}, undefined],
  ])('read the time %s', (createdAt, at) => {
    expect(toTurns([{ role: 'user', content: 'x', createdAt }])).toEqual([
      { role: 'user', text: 'x', ...(at && { at }) },
    ]);
  });

  it('never throw, whatever a message is', () => {
    const cycle: Record<string, unknown> = {
      role: 'tool',
      content: [{ type: 'tool_result', content: null }],
    };
    cycle['content'] = [{ type: 'tool_result', content: { deep: cycle } }];
    expect(toTurns([cycle as MessageLike])).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.anything(), (messages, content) => {
        toTurns(messages as MessageLike[]);
        for (const role of ['user', 'tool', 7])
          for (const turn of toTurns([
            { role, content },
            { role, parts: content },
            { role, content: [content] },
          ]))
            expect(typeof turn.text).toBe('string');
      }),
      { numRuns: sampleOf(500) },
    );
  });
});
