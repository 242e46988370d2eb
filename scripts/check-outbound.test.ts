import { expect, it } from 'vitest';
import { applyAllowances, findOutbound } from './check-outbound.ts';

const rules = (source: string): string[] =>
  findOutbound('packages/x/src/a.ts', source).map((finding) => `${finding.line} ${finding.rule}`);

it.each([
  'await fetch(url)',
  'const f = globalThis.fetch',
  'const f = options.fetch ?? fetch;',
  'call(fetch)',
  "const f = globalThis['fetch']",
  "import http from 'node:http'",
  "import { request } from 'https'",
  "import { request, createServer } from 'node:http'",
  "import { connect } from 'node:net'",
  "const u = await import('undici')",
  "const h = require('node:http2')",
  'new WebSocket(url)',
  'new StreamableHTTPClientTransport(url)',
  "spawn('curl', [url])",
  "const net = process.getBuiltinModule('node:net')",
  "createRequire(import.meta.url)('net')",
  "const h = await import('node:' + 'http')",
  'const { fetch } = globalThis',
  'const { fetch: ask, crypto } = globalThis',
  "const f = Reflect.get(globalThis, 'fe' + 'tch')",
  "const f = globalThis['fe' + 'tch']",
  "process.binding('tcp_wrap')",
  'createOpenAI({ apiKey })',
  'createOpenAI({ apiKey, fetch })',
])('finds the way out in %s', (source) => {
  expect(rules(source)).toEqual(['1 network']);
});

it.each([
  '// fetch(url)',
  '/* globalThis.fetch */',
  'door.fetch(url)',
  'this.#fetch(url)',
  'const options = { fetch: door.fetch }',
  'interface Door { readonly fetch: Fetch }',
  'prefetch(url)',
  "import { createServer } from 'node:http'",
  "import { createServer, type Server } from 'node:http'",
  "import type { AddressInfo } from 'node:net'",
  'createOpenAI({ apiKey, fetch: door.fetch })',
  "const fs = process.getBuiltinModule('node:fs')",
  'const said = wire`Claim`',
  'const id = known.get(id as never)',
])('lets %s pass', (source) => {
  expect(rules(source)).toEqual([]);
});

it.each([
  'return text as WireText',
  'return text as unknown as WireText',
  'const f = (t: string): t is WireText => true',
  "import { WireText as Plain } from '@memora/core'",
  'type Plain = WireText',
  'return { s: text } as WireClaim',
  'return text as string & WireText',
  'return text as (WireText)',
  'return text as core.WireText',
  'return texts as Array<WireText>',
  "return text as NonNullable<WireClaim['object']>",
  'return text as ReturnType<typeof wire>',
  'return text as Exclude<ReturnType<typeof toWireText>, null>',
  'const said: WireText = JSON.parse(text)',
  'const said = wire(Object.assign([text], { raw: [text] }))',
  'const said = wire.call(null, template)',
  'const said = Reflect.apply(wire, null, [template])',
  'const tag = wire; tag(template)',
  'const port: OutboundPort = open(); port.request(to, { content: text as never })',
])('finds the cast in %s', (source) => {
  expect(rules(source)).toEqual(['1 wire-cast']);
});

it('finds switched-off type checks', () => {
  const line = '// @ts-expect-error a plain string is refused';
  expect(rules(line)).toEqual(['1 unchecked-types']);
});

it('reports an exception that is not needed', () => {
  const allowed = [{ file: 'a.ts', rule: 'network' as const, why: 'the egress' }];
  expect(applyAllowances([], allowed)).toEqual([
    { file: 'a.ts', line: 1, rule: 'stale-allowance', found: 'network' },
  ]);
  expect(applyAllowances(findOutbound('a.ts', 'fetch(u)'), allowed)).toEqual([]);
});
