import { assertionCues } from '@memora/language/assertion';
import { expect, it } from 'vitest';
import { checkCriticalTokens } from './check-critical-tokens.ts';

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;

it.each(
  assertionCues()
    .filter(({ hedges }) => hedges)
    .map(({ language, text, place }) => [language, text, place]),
)('%s: misses %j where a statement leaves it out (%s)', (_, text = '', place) => {
  const cue = text.replaceAll('*', '');
  if (UNSPACED.test(cue)) {
    const report = checkCriticalTokens('このパイプラインは四十ユーロ', [
      `このパイプラインは${cue}四十ユーロ`,
    ]);
    expect(report.ok).toBe(false);
    return;
  }
  const told = 'The green pump costs little money.';
  const hedged =
    place === 'start'
      ? `${cue.charAt(0).toUpperCase()}${cue.slice(1)} the green pump costs little money.`
      : `The green pump ${cue} costs little money.`;
  expect(checkCriticalTokens(told, [hedged]).disagreements).toMatchObject([{ kind: 'modal' }]);
  expect(checkCriticalTokens(hedged, [told]).ok).toBe(true);
  expect(checkCriticalTokens(hedged.replace('.', '!'), [hedged]).ok).toBe(true);
});
