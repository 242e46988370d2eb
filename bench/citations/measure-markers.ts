import { verifyCitations } from '@memora/validator';
import type { Report } from '../report.ts';
import { claimOf } from './claim-of.ts';
import { measuredHalf } from './halves.ts';
import { AND } from './lie-words.ts';
import { markerShapes } from './marker-shapes.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createTally } from './tally.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru', 'ja', 'zh'] as const;
const EACH = 25;
const BASELINE_EACH = 3;
const encoder = new TextEncoder();

/** Answers of two cited statements: with each marker after its own statement, and with the two markers swapped. */
export async function measureMarkers(
  report: Report,
  sentencesBy: ReadonlyMap<string, readonly string[]>,
  seed: number,
): Promise<void> {
  const random = createSeededRandom(seed);
  const showsCases = measuredHalf() === 'dev';
  const swapped = createTally();
  const right = createTally();
  for (const [kind, shape] of Object.entries(markerShapes)) {
    for (const language of LANGUAGES) {
      const sentences = (sentencesBy.get(language) ?? []).filter(isPlain);
      if (sentences.length < 2) continue;
      for (let made = 0; made < EACH; made++) {
        const truths = [random.pick(sentences), random.pick(sentences)] as const;
        if (truths[0] === truths[1] || meet(truths[0], truths[1])) continue;
        const claims = truths.map((truth, i) => claimOf(`${i}.md`, truth));
        const [a, b] = claims.map(({ id }) => `[claim:${id}]`) as [string, string];
        const [first, second] = truths.map(withoutStop) as [string, string];
        const unspaced = language === 'ja' || language === 'zh';
        const write = (markers: readonly [string, string]) =>
          shape({
            first,
            second,
            inside: second.charAt(0).toLowerCase() + second.slice(1),
            markers,
            stop: unspaced ? '。' : '.',
            and: unspaced ? '、' : ` ${AND[language]} `,
          });
        const standsWhole = async (answer: string) => {
          const { cleanText } = await verifyCitations(answer, {
            claims: async () => new Map(claims.map((claim) => [claim.id, claim])),
            sources: async (path) => encoder.encode(truths[Number.parseInt(path, 10)]),
          });
          return {
            cleanText,
            stands: [a, b].some((marker) => cleanText.includes(marker)),
            whole: cleanText.trim() === answer,
          };
        };
        const compare = made < BASELINE_EACH;
        const own = {
          kind,
          language,
          statement: `${first}, ${second}`,
          evidence: truths.join('\n'),
          compare,
        };
        const lie = write([b, a]);
        const told = await standsWhole(lie);
        swapped.add({ ...own, wrong: told.stands, lie: true });
        if (told.stands && showsCases) report.note(`swapped ${kind} ${language}: ${lie} ⇒ ${told.cleanText}`);
        const truth = write([a, b]);
        const kept = await standsWhole(truth);
        // A statement that is refused with both markers in both places is refused by another rule.
        const lost = !kept.whole && (await standsWhole(write([a + b, a + b]))).whole;
        right.add({ ...own, wrong: lost, lie: false });
        if (lost && showsCases) report.note(`right ${kind} ${language}: ${truth} ⇒ ${kept.cleanText}`);
      }
    }
  }
  report.heading('two markers of one sentence, swapped: a citation of either stays, by shape and language');
  report.table(swapped.rowsByKind('stayed'));
  report.table(swapped.rowsByLanguage('stayed'));
  report.heading(
    'the same with each marker behind its own statement: lost, and not with both markers in both places',
  );
  report.table(right.rowsByKind('lost'));
  report.table(right.rowsByLanguage('lost'));
  report.budget('swapped markers accepted', swapped.share(), {
    max: 0.2,
    unit: '%',
    baseline: `accepted by ${swapped.baselines()}`,
  });
  report.budget('markers behind their own statements refused', right.share(), {
    max: 0.2,
    unit: '%',
    baseline: `refused by ${right.baselines()}`,
  });
}

/** One statement without marks that would split it. */
function isPlain(sentence: string): boolean {
  return (
    sentence.length < 140 &&
    /[.!?。！？]$/u.test(sentence) &&
    !/[.,;:()（）、，"“”„«»'’|<>#]|\s[-–—]/u.test(sentence.slice(0, -1))
  );
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\s*[.!?。！？]$/u, '');
}

/** True if most longer words of one are in the other, so that its marker may be there, too. */
function meet(one: string, other: string): boolean {
  const wordsOf = (text: string) =>
    text.toLowerCase().match(/[\u3040-\u9fff]{2}|(?![\u3040-\u9fff])[\p{L}\p{M}\p{N}]{4,}/gu) ?? [];
  const known = (words: readonly string[], text: string) =>
    words.filter((word) => text.toLowerCase().includes(word.slice(0, 5))).length * 2 >= words.length;
  return known(wordsOf(one), other) || known(wordsOf(other), one);
}
