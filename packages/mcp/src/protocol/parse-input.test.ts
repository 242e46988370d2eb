import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toolsOf } from '../tools.ts';
import { filled, list, text } from './fields.ts';
import { parseInput } from './parse-input.ts';
import { zodOf } from './zod-of.ts';

const schema = z.strictObject({
  query: filled(),
  k: z.int().min(1).max(100).optional(),
  privacy: z.enum(['public', 'private', 'secret']).optional(),
  tags: list(text()).optional(),
});

describe('parseInput', () => {
  it('gives back what fits the schema', () => {
    const input = { query: 'who?', k: 5, privacy: 'public', tags: ['a'] };
    expect(parseInput(schema, input)).toEqual(input);
  });

  it('reads null for an optional property as absent, as models send it', () => {
    expect(parseInput(schema, { query: 'who?', k: null })).toEqual({ query: 'who?' });
  });

  it.each([
    [{}, 'query must be given'],
    [undefined, 'query must be given'],
    [{ query: null }, 'query must be given'],
    [{ query: ' ' }, 'query must be a text that is not empty'],
    [{ query: 1 }, 'query must be a string'],
    [{ query: 'a', k: 0 }, 'k must be at least 1'],
    [{ query: 'a', k: 101 }, 'k must be at most 100'],
    [{ query: 'a', k: 1.5 }, 'k must be a whole number'],
    [{ query: 'a', k: '5' }, 'k must be a number'],
    [{ query: 'a', k: Number.NaN }, 'k must be a number'],
    [{ query: 'a', privacy: 'pubic' }, 'privacy must be one of public, private, secret'],
    [{ query: 'a', tags: 'x' }, 'tags must be a list'],
    [{ query: 'a', tags: [1] }, 'tags[] must be a string'],
    [{ query: 'x'.repeat(20_001) }, 'query must be at most 20000 characters'],
    [
      JSON.parse('{"query":"a","__proto__":1}'),
      '__proto__ must be left out; the properties are query, k, privacy, tags',
    ],
    [{ query: 'a', depth: 1 }, 'depth must be left out; the properties are query, k, privacy, tags'],
    [['query'], 'arguments must be an object'],
    ['query', 'arguments must be an object'],
  ])('refuses %j and names the property', (input, message) => {
    expect(() => parseInput(schema, input)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message }),
    );
  });

  it('repeats nothing of what was sent, not even a property name that is none', () => {
    for (const tool of toolsOf('all')) {
      fc.assert(
        fc.property(
          fc.dictionary(fc.constantFrom('query', 'c4n4ry t0ken\n', '__proto__', 'text'), fc.anything()),
          (input) => {
            try {
              parseInput(zodOf(tool.input()), { ...input, other: 'c4n4ry' });
            } catch (error) {
              expect((error as Error).message).not.toMatch(/c4n4ry|t0ken/);
            }
          },
        ),
        { numRuns: 30 },
      );
    }
  });
});
