import { expect, it } from 'vitest';
import { toAmericanSpelling } from './american-spelling.ts';

it.each([
  ['licence', 'license'],
  ['licences', 'licenses'],
  ['colourful', 'colorful'],
  ['behaviours', 'behaviors'],
  ['organised', 'organized'],
  ['reorganising', 'reorganizing'],
  ['customisable', 'customizable'],
  ['initialisation', 'initialization'],
  ['serialiser', 'serializer'],
  ['analysed', 'analyzed'],
  ['centred', 'centered'],
  ['kilometres', 'kilometers'],
  ['cancelled', 'canceled'],
  ['labelling', 'labeling'],
  ['catalogue', 'catalog'],
  ['programmes', 'programs'],
  ['grey', 'gray'],
  ['anaemia', 'anemia'],
  ['leukaemias', 'leukemias'],
  ['haemoglobin', 'hemoglobin'],
  ['oestrogen', 'estrogen'],
  ['tumours', 'tumors'],
])('%s is written %s', (british, american) => {
  expect(toAmericanSpelling(british)).toBe(american);
  expect(toAmericanSpelling(american)).toBe(american);
});

it('leaves words alone that are written in one way everywhere', () => {
  for (const word of [
    'exercise',
    'revised',
    'supervise',
    'precise',
    'promise',
    'organism',
    'analyses',
    'programmed',
    'programmer',
    'totally',
    'equally',
    'initially',
    'signally',
    'are',
    'more',
    'store',
    'tour',
    'hour',
    'source',
  ])
    expect(toAmericanSpelling(word)).toBe(word);
});
