import { expect, it } from 'vitest';
import { assertionCues, type Cue, classifyAssertion } from '../assertion.ts';

const CONJUNCTIONS: Readonly<Record<string, string>> = { en: ' that', de: ', dass', fr: ' que', es: ' que' };

/** A sentence that contains the cue, in its place, and otherwise says the same as `PLAIN`. */
function sentenceWith({ text, place, language }: Cue): string {
  const cue = text.replaceAll('*', '').replace('told …', 'told Ann').replace(' …', ' Drift');
  if (place === 'start') return `${cue.charAt(0).toUpperCase()}${cue.slice(1)} Drift costs 40 EUR.`;
  if (place === 'saying') return `"Drift costs 40 EUR," ${cue} Bob.`;
  if (place === 'that') return `Bob ${cue}${CONJUNCTIONS[language]} Drift costs 40 EUR.`;
  return `Drift ${cue} costs 40 EUR.`;
}

const PLAIN = 'Drift costs 40 EUR.';

it.each(assertionCues().map((cue) => [cue.language, cue.kind, cue.text, cue] as const))(
  '%s: what is %s by %j is filed as that',
  (_language, kind, _text, cue) => {
    expect(classifyAssertion(sentenceWith(cue))).toBe(kind);
  },
);

it('files a fact as asserted', () => {
  expect(classifyAssertion(PLAIN)).toBe('asserted');
});

it.each([
  ['hypothetical', 'Es kann sein, dass Drift im Mai endet.'],
  ['hypothetical', 'Poderia custar 40 EUR.'],
  ['hypothetical', 'Potrebbero usare Kafka.'],
  ['hypothetical', 'A lo mejor Drift cuesta 40 EUR.'],
  ['hypothetical', 'Es posible que Drift se venda.'],
  ['hypothetical', 'For example, say Drift costs 40 EUR.'],
  ['hypothetical', 'Drift 아마도 Kafka를 쓴다.'],
  ['hypothetical', 'शायद Drift महँगा है।'],
  ['hypothetical', 'ربما ينتهي Drift في مايو.'],
  ['hypothetical', 'Belki Drift mayısta biter.'],
  ['wish', "I'd like to see Drift end in May."],
  ['wish', 'I’d like to see Drift end in May.'],
  ['wish', 'Quisiéramos que Drift termine en mayo.'],
  ['wish', 'Umarım Drift mayısta biter.'],
] as const)('files as %s: %s', (kind, text) => {
  expect(classifyAssertion(text)).toBe(kind);
});
