import { MemoraError } from '@memora/core';
import { expect, it } from 'vitest';
import { describeForLog, toToolError } from './to-tool-error.ts';

it('passes on what a MemoraError says, with its hint', () => {
  const error = new MemoraError('nothing is indexed yet', { code: 'NOT_INDEXED', hint: 'Run memora index.' });
  expect(toToolError(error)).toEqual({
    code: 'NOT_INDEXED',
    message: 'nothing is indexed yet',
    hint: 'Run memora index.',
  });
});

it('names an argument as the tool calls it', () => {
  const said = (message: string) => toToolError(new MemoraError(message, { code: 'AS_OF_INVALID' })).message;
  expect(said('asOf.valid is not a date: "soon"')).toBe('as_of is not a date: "soon"');
  expect(said('asOf.known is not a date: "asOf.valid"')).toBe('known_at is not a date: "asOf.valid"');
});

it('says nothing of any other error, to the client or in the log', () => {
  for (const thrown of [
    new Error('c4n4ry'),
    new TypeError('c4n4ry', { cause: 'c4n4ry' }),
    'c4n4ry',
    { message: 'c4n4ry' },
    null,
  ]) {
    expect(toToolError(thrown)).toMatchObject({ code: 'INTERNAL' });
    expect(JSON.stringify(toToolError(thrown)) + describeForLog(thrown)).not.toContain('c4n4ry');
  }
});

it('logs the class, the code and the place of an error', () => {
  const error = Object.assign(new RangeError('c4n4ry\nat second line of the message'), { code: 'ERR_X' });
  expect(describeForLog(error)).toMatch(/^RangeError ERR_X\n\s+at .*to-tool-error\.test\.ts/);
});

it('calls a cancelled call cancelled', () => {
  expect(toToolError(AbortSignal.abort().reason)).toMatchObject({ code: 'CANCELLED' });
});
