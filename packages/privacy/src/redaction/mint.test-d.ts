import type { OutboundPort, WireText } from '@memora/core';
import { expectTypeOf, it } from 'vitest';
import { joinWire, toWireClaim, toWireText, wire } from './mint.ts';

declare const plain: string;
declare const port: OutboundPort;

it('mints from banded text only', () => {
  expectTypeOf(toWireText({ text: plain, band: 'private' }, 'cloud-model')).toEqualTypeOf<WireText | null>();
  // @ts-expect-error text without its band is not minted
  toWireText({ text: plain }, 'cloud-model');
  // @ts-expect-error a log is no place for wire text
  toWireText({ text: plain, band: 'private' }, 'log');
  // @ts-expect-error a claim without its band is not minted
  toWireClaim({ id: plain, subject: plain, predicate: plain, object: null }, 'cloud-model');
});

it('joins wire text with the program’s own words only', () => {
  const text = wire`a ${3}`;
  port.request(
    { url: 'http://localhost', kind: 'chat' },
    { content: wire`${text} b`, more: joinWire([text], '\n') },
  );
  // @ts-expect-error plain text in a template
  wire`a ${plain}`;
  // @ts-expect-error plain text among the parts
  joinWire([plain], '\n');
  // @ts-expect-error a separator that is not a literal may be anything
  joinWire([text], plain);
});
