import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

it('finds the name that was meant, and none for a name that is like no other', () => {
  const names = ['policy', 'model', 'modelIsLocal', 'vault'];
  expect(['policyy', 'modle', 'vualt', 'vault', 'colour'].map((name) => nearestName(name, names))).toEqual([
    'policy',
    'model',
    'vault',
    'vault',
    null,
  ]);
  expect(nearestName('x', [])).toBeNull();
});
