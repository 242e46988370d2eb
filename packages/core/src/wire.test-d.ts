import { expectTypeOf, it } from 'vitest';
import type { ClaimId } from './claim-id.ts';
import { Secret } from './secret.ts';
import type { Destination, OutboundPort, OutboundReply, WireClaim, WireSafe, WireText } from './wire.ts';

declare const port: OutboundPort;
declare const to: Destination;
declare const wire: WireText;
declare const plain: string;
declare const claim: WireClaim;

it('lets wire text, wire claims and the program’s own literals out', () => {
  port.request(to, wire);
  port.request(to, 'ping');
  port.request(to, { model: 'm', messages: [{ role: 'user', content: wire }], temperature: 0, stop: null });
  port.request(to, { claims: [claim] });
  port.request(to, [wire, 'literal', 3, true] as const);
  port.request(to, { optional: undefined, list: [] });
});

it('refuses plain text in every shape', () => {
  // @ts-expect-error a plain string
  port.request(to, plain);
  // @ts-expect-error a plain string deep inside
  port.request(to, { messages: [{ role: 'user', content: plain }] });
  // @ts-expect-error a template string of plain text
  port.request(to, { content: `say ${plain}` });
  // @ts-expect-error a template string of wire text is plain text again
  port.request(to, { content: `say ${wire}` });
  // @ts-expect-error a template pattern type
  port.request(to, { content: plain as `note: ${string}` });
  // @ts-expect-error a template pattern with a number in it
  port.request(to, { content: plain as `note: ${number}` });
  // @ts-expect-error concatenation loses the brand
  port.request(to, { content: wire + wire });
  // @ts-expect-error slice loses the brand
  port.request(to, { content: wire.slice(1) });
  // @ts-expect-error JSON.stringify gives plain text
  port.request(to, JSON.stringify({ content: wire }));
  // @ts-expect-error join gives plain text
  port.request(to, [wire, wire].join('\n'));
  // @ts-expect-error a union with plain text is plain text
  port.request(to, { content: wire as WireText | string });
  // @ts-expect-error one of the optional members is plain text
  port.request(to, { content: wire, note: plain as string | undefined });
});

it('refuses plain text behind a spread', () => {
  const secret = { text: plain };
  // @ts-expect-error a spread that brings a plain member
  port.request(to, { ...claim, ...secret });
  // @ts-expect-error a spread that replaces a wire member by a plain one
  port.request(to, { ...claim, subject: plain });
  // @ts-expect-error a list with plain members
  port.request(to, [...[wire], ...[plain]]);
});

it('refuses what could hide anything', () => {
  const anything = JSON.parse('{}');
  // @ts-expect-error any
  port.request(to, anything);
  // @ts-expect-error any inside
  port.request(to, { content: anything });
  // @ts-expect-error unknown
  port.request(to, { content: anything as unknown });
  // @ts-expect-error object
  port.request(to, { content: anything as object });
  // @ts-expect-error the empty object type takes any value
  port.request(to, { content: anything as NonNullable<unknown> });
  // @ts-expect-error the keys of a record are text
  port.request(to, { [plain]: wire });
  // @ts-expect-error the keys of a record are text
  port.request(to, { labels: {} as Record<string, WireText> });
  // @ts-expect-error the keys of a record are text
  port.request(to, { labels: {} as Record<`x-${string}`, WireText> });
  // @ts-expect-error a map
  port.request(to, { labels: new Map([[wire, wire]]) });
  // @ts-expect-error bytes may be text
  port.request(to, { data: new Uint8Array(4) });
  // @ts-expect-error an error carries a message and a stack
  port.request(to, { cause: new Error('x') });
  // @ts-expect-error a caught error is unknown
  port.request(to, { cause: anything as unknown as TypeError });
  // @ts-expect-error a function
  port.request(to, { toJSON: () => plain });
  // @ts-expect-error a URL
  port.request(to, { href: new URL('http://localhost') });
  // @ts-expect-error a secret
  port.request(to, { password: new Secret('x') });
  // @ts-expect-error another brand is no wire text
  port.request(to, { id: plain as ClaimId });
  // @ts-expect-error a string wrapped in an object
  port.request(to, { content: Object('x') as string });
});

it('refuses a generic function that would pass anything on', () => {
  // @ts-expect-error T may be plain text
  const pass = <T>(payload: T) => port.request(to, payload);
  const safe = <T>(payload: T & WireSafe<T>) => port.request<T>(to, payload);
  expectTypeOf(pass).toBeFunction();
  expectTypeOf(safe).toBeFunction();
});

it('is no method: a port is not interchangeable with one of another payload type', () => {
  type Plain = { readonly request: (to: Destination, payload: string) => Promise<OutboundReply> };
  type Wire = { readonly request: (to: Destination, payload: WireText) => Promise<OutboundReply> };
  expectTypeOf<Plain>().toExtend<Wire>();
  // A model that accepts only wire text must not be usable as one that accepts any text.
  expectTypeOf<Wire>().not.toExtend<Plain>();
  expectTypeOf<Wire>().not.toExtend<OutboundPort>();
});

it('does not make wire text out of a plain string', () => {
  // @ts-expect-error only the mint makes wire text
  const minted: WireText = plain;
  expectTypeOf(minted).toExtend<string>();
});
