import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format, inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from './secret.ts';

const TOKEN = 'c4n4ry-t0ken';
const secret = new Secret({ token: TOKEN });

it.each([
  ['String()', () => String(secret)],
  ['a template', () => `${secret}`],
  ['concatenation', () => `x${secret}`],
  ['JSON', () => JSON.stringify({ deep: [secret], error: new Error('x', { cause: secret }) })],
  ['util.inspect', () => inspect(secret)],
  [
    'util.inspect with everything',
    () => inspect({ a: { b: [secret] } }, { showHidden: true, depth: null, getters: true }),
  ],
  ['util.format', () => format('%s %o %O %j %d %i', secret, secret, secret, secret, secret, secret)],
  ['an error that has it as cause', () => inspect(new Error('x', { cause: secret }))],
  ['a map and a set', () => inspect([new Map([[secret, secret]]), new Set([secret])])],
  ['a spread', () => JSON.stringify({ ...secret })],
  [
    'its keys and entries',
    () => JSON.stringify([Reflect.ownKeys(secret).map(String), Object.entries(secret)]),
  ],
  ['a structured clone', () => inspect(structuredClone(secret))],
  ['toLocaleString', () => secret.toLocaleString()],
])('shows nothing of its value in %s', (_, show) => {
  expect(show()).not.toContain(TOKEN);
});

it('prints as <redacted> in string conversion, JSON and inspect', () => {
  expect([String(secret), `${secret}`, JSON.stringify(secret), inspect(secret)]).toEqual([
    '<redacted>',
    '<redacted>',
    '"<redacted>"',
    '<redacted>',
  ]);
});

it('prints as <redacted> through every method of a console', () => {
  let output = '';
  const stream = new Writable({
    write(chunk, _, done) {
      output += chunk;
      done();
    },
  });
  const log = new Console({ stdout: stream, stderr: stream });
  for (const method of ['log', 'error', 'warn', 'info', 'debug', 'trace', 'dir', 'table'] as const) {
    log[method]({ secret });
    log[method](secret);
    log[method]([secret]);
  }
  expect(output).toContain('<redacted>');
  expect(output).not.toContain(TOKEN);
});

it('reveals the value itself', () => {
  expect(secret.reveal()).toEqual({ token: TOKEN });
});
