import { expect, it } from 'vitest';
import { completeId } from './complete-id.ts';

const IDS = ['07f8a1b2c3d4e5f6', '07f9a1b2c3d4e5f6', '5aygvekaewnkdltd'];

it('takes the beginning of an id for the id, from four characters on', () => {
  expect(completeId('07f8', IDS)).toBe('07f8a1b2c3d4e5f6');
  expect(completeId(' claim:5AYG ', IDS)).toBe('5aygvekaewnkdltd');
  expect(completeId('5ay', IDS)).toBe('5ay');
  expect(completeId('zzzz', IDS)).toBe('zzzz');
});

it('names those that begin alike, and never shortens what is whole', () => {
  expect(() => completeId('07f8', [...IDS, '07f8zzzzzzzzzzzz'])).toThrow('2 ids begin with 07f8');
  expect(completeId('07f8a1b2c3d4e5f6', [])).toBe('07f8a1b2c3d4e5f6');
});
