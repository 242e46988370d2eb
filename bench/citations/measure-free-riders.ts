import { type CitableClaim, verifyCitations } from '@memora/validator';
import type { Report } from '../report.ts';
import { claimOf } from './claim-of.ts';
import { measuredHalf } from './halves.ts';
import { AND } from './lie-words.ts';
import { riderShapes } from './rider-shapes.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createTally } from './tally.ts';
import { withoutMarkers } from './what-stands.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru', 'ja', 'zh'] as const;
const EACH = 40;
const BASELINE_EACH = 4;
const encoder = new TextEncoder();

/** Answers with a statement of another text next to a cited one: no part of it may stay in the clean text, in any form. */
export async function measureFreeRiders(
  report: Report,
  sentencesBy: ReadonlyMap<string, readonly string[]>,
  seed: number,
): Promise<void> {
  const random = createSeededRandom(seed);
  const showsCases = measuredHalf() === 'dev';
  const tally = createTally();
  let kept = 0;
  let truths = 0;
  report.heading('free riders: a statement of another text in the clean text, by shape and language');
  for (const [kind, shape] of Object.entries(riderShapes)) {
    for (const language of LANGUAGES) {
      const sentences = (sentencesBy.get(language) ?? []).filter(isPlain);
      if (sentences.length < 2) continue;
      for (let made = 0; made < EACH; made++) {
        const truth = random.pick(sentences);
        const rider = random.pick(sentences);
        const strange = strangeWords(rider, truth);
        if (strange.length < 3) continue;
        const { answer, claim } = answerOf(shape, truth, rider, language);
        const { cleanText } = await verifyCitations(answer, {
          claims: async () => new Map([[claim.id, claim]]),
          sources: async () => encoder.encode(truth),
        });
        const shown = withoutMarkers(cleanText);
        const wrong = strange.some((word) => shown.includes(word));
        truths++;
        if (cleanText.includes(withoutStop(truth))) kept++;
        tally.add({
          kind,
          language,
          statement: answer.replace(/\[claim:[^\]]*\]/gu, ''),
          evidence: truth,
          wrong,
          lie: true,
          compare: made < BASELINE_EACH,
        });
        if (wrong && showsCases) report.note(`${kind} ${language}: ${answer} ⇒ ${cleanText}`);
      }
    }
  }
  report.table(tally.rowsByKind('survived'));
  report.table(tally.rowsByLanguage('survived'));
  report.note(`the cited sentence itself stays in ${((100 * kept) / truths).toFixed(1)} % of the answers`);
  report.budget('free riders in clean text', (tally.share() * tally.cases()) / 100, {
    max: 0,
    unit: ` of ${tally.cases()}`,
    baseline: `accepted by ${tally.baselines()}`,
  });
}

function answerOf(
  shape: (typeof riderShapes)[string],
  truth: string,
  rider: string,
  language: string,
): { answer: string; claim: CitableClaim } {
  const claim = claimOf('a.md', truth);
  const unspaced = language === 'ja' || language === 'zh';
  const bare = withoutStop(rider);
  const answer = shape({
    truth: withoutStop(truth),
    stop: unspaced ? '。' : '.',
    marker: `[claim:${claim.id}]`,
    rider: bare,
    inside: bare.charAt(0).toLowerCase() + bare.slice(1),
    and: unspaced ? '、' : ` ${AND[language]} `,
  });
  return { answer, claim };
}

/** Short, with a stop, and without marks that would split it. */
function isPlain(sentence: string): boolean {
  return (
    sentence.length < 140 &&
    /[.!?。！？]$/u.test(sentence) &&
    !/[,;:()（）、，"“”„«»'’|<>#]|\s[-–—]/u.test(sentence.slice(0, -1))
  );
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\s*[.!?。！？]$/u, '');
}

/** Longer words (runs of three characters in a script without spaces) that the true statement lacks, as written. */
function strangeWords(rider: string, truth: string): string[] {
  const words = rider.match(/[\u3040-\u9fff]{3}|(?![\u3040-\u9fff])[\p{L}\p{M}]{5,}/gu) ?? [];
  const known = truth.toLowerCase();
  return words.filter((word) => !known.includes(word.toLowerCase().slice(0, 5)));
}
