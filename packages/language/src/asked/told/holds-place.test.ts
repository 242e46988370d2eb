import { expect, it } from 'vitest';
import { asksFigure } from '../asks-figure.ts';
import { holdsPlace } from './holds-place.ts';

it.each([
  ['The relay stands in the harbour.', true],
  ['Das Relais steht am Hafen.', true],
  ['Реле стоит у гавани.', true],
  ['中継局', true],
  ['Green tea', false],
  ['Information, atlas, interim', false],
])('a place may be told: %s', (text, may) => {
  expect(holdsPlace(text)).toBe(may);
});

it.each([
  ['Which port does it use?', true],
  ['What Node version do I need?', true],
  ['What is the default port of the pump?', true],
  ['What is the port of call?', false],
  ['What is the temperature there?', true],
  ['Which plugin is used?', false],
])('a figure is asked for: %s', (question, asks) => {
  expect(asksFigure(question)).toBe(asks);
});
