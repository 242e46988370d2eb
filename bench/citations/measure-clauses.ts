import type { Report } from '../report.ts';
import { judgePair } from './judge-pair.ts';
import type { LabelledPair } from './labelled-pairs.ts';
import { AND } from './lie-words.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createTally } from './tally.ts';
import { isWhole } from './what-stands.ts';

const LEAST_WORDS = 4;
const COMPARED = 30;

/**
 * The clause rule on supported paraphrases. Caught: a clause of another statement of the set is joined to one that stands, with at least four content
 * words that the evidence has not. False alarms: supported statements that stand only where relevance does not refuse.
 */
export async function measureClauses(
  report: Report,
  pairs: readonly LabelledPair[],
  seed: number,
): Promise<void> {
  const random = createSeededRandom(seed);
  const missed = createTally();
  const alarms = createTally();
  const supported = pairs.filter((pair) => pair.supported && pair.gold.length > 0);
  for (const [set, own] of Map.groupBy(supported, (pair) => pair.set)) {
    for (const [i, pair] of own.entries()) {
      const { statement, language, context } = pair;
      const evidence = pair.gold.join('\n');
      const lenient = await judgePair(statement, [evidence], context, { guard: { unrelated: 'report' } });
      const strict = isWhole(lenient) && isWhole(await judgePair(statement, [evidence], context));
      const compare = i < COMPARED && evidence.length < 4000;
      alarms.add({
        kind: set,
        language,
        statement,
        evidence,
        wrong: isWhole(lenient) && !strict,
        lie: false,
        compare,
      });
      if (!strict) continue;
      const clause = clauseOf(
        random.pick(own).statement,
        [evidence, context.noteTitle ?? '', statement],
        language,
      );
      if (clause === null) continue;
      const stop = /[.!?。！？]\s*$/u.exec(statement)?.[0] ?? '';
      const joined = `${statement.slice(0, statement.length - stop.length).trimEnd()}${clause}${stop.trim()}`;
      const { clean, verified } = await judgePair(joined, [evidence], context);
      missed.add({
        kind: set,
        language,
        statement: joined,
        evidence,
        wrong: verified && clean.includes(clause.trim()),
        lie: true,
        compare,
      });
    }
  }
  report.heading('a clause of four content words that the evidence has none of: missed, by set and language');
  report.table(missed.rowsByKind('missed'));
  report.budget('strange clauses caught', 100 - missed.share(), {
    min: 90,
    unit: '%',
    baseline: `missed by ${missed.baselines()}`,
  });
  report.heading('supported statements that fall by their clauses or relevance alone, by set and language');
  report.table(alarms.rowsByKind('fell'));
  report.budget('supported statements that fall by clauses or relevance alone', alarms.share(), {
    max: 0.9,
    unit: '%',
    baseline: `refused by ${alarms.baselines()}`,
  });
}

/** A statement as a clause behind `and`, where its long words are strange to all the texts; `null` where they are not, or too few. */
function clauseOf(statement: string, texts: readonly string[], language: string): string | null {
  const bare = statement.replace(/\s*[.!?。！？]\s*$/u, '').trim();
  // One statement, no list of them.
  if (/[.!?;:。！？]/u.test(bare) || bare.length > 200) return null;
  const known = texts.join(' ').toLowerCase();
  const words = bare.toLowerCase().match(/[\u3040-\u9fff]{2}|(?![\u3040-\u9fff])[\p{L}\p{M}]{4,}/gu) ?? [];
  const content = words.filter((word) => !/[\u3040-\u9fff]/u.test(word) || !/^[\u3040-\u309f]+$/u.test(word));
  const unspaced = language === 'ja' || language === 'zh';
  if (content.length < LEAST_WORDS * (unspaced ? 2 : 1)) return null;
  if (content.some((word) => known.includes(word.slice(0, 5))) || /\d/u.test(bare)) return null;
  const and = unspaced ? '、' : ` ${AND[language] ?? 'and'} `;
  return and + (unspaced ? bare : bare.charAt(0).toLowerCase() + bare.slice(1));
}
