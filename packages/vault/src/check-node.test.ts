import { expect, it } from 'vitest';
import { checkNode } from './check-node.ts';

it.each(['18.20.4', '20.20.2', '22.11.0'])('says in a sentence that Node %s is too old', (version) => {
  expect(() => checkNode(version)).toThrow(`Memora needs Node 22.12 or newer; this is Node ${version}.`);
});

it.each(['22.12.0', '24.0.0', '26.1.0', process.versions.node])('lets Node %s pass', (version) => {
  expect(() => checkNode(version)).not.toThrow();
});
