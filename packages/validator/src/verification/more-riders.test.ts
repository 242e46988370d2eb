import { describe, expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

/** True statements of a document, invented ones, and words of mere opinion. */
const languages: Readonly<
  Record<string, { truths: string[]; riders: string[]; comment: string; stop: string }>
> = {
  en: {
    truths: ['Drift uses Rust', 'The lease ends on 30 June 2026', 'Tea is hot'],
    riders: ['everybody danced', 'pirates sank the ferry'],
    comment: 'Sadly',
    stop: '.',
  },
  de: {
    truths: ['Drift benutzt Rust', 'Sarah Meyer schrieb den Parser im Jahr 2021'],
    riders: ['alle haben getanzt', 'Piraten versenkten die Fähre'],
    comment: 'Leider',
    stop: '.',
  },
  fr: {
    truths: ['Drift utilise Rust', 'Le thé est chaud'],
    riders: ['personne n’aime les voisins', 'des pirates ont coulé le ferry'],
    comment: 'Malheureusement',
    stop: '.',
  },
  es: {
    truths: ['Drift usa Rust', 'El té está caliente'],
    riders: ['todos bailaron', 'unos piratas hundieron el ferry'],
    comment: 'Lamentablemente',
    stop: '.',
  },
  ru: {
    truths: ['Чай горячий', 'Офис находится в Берлине'],
    riders: ['компания обанкротилась', 'пираты потопили паром'],
    comment: 'Печально',
    stop: '.',
  },
  ja: {
    truths: ['サラは2021年に解析器を書いた', 'おちゃはあつい'],
    riders: ['みんなおどりました', 'みんなが踊った', '海賊が船を沈めた'],
    comment: '残念ながら',
    stop: '。',
  },
  hi: {
    truths: ['सारा ने 2021 में पार्सर लिखा'],
    riders: ['कंपनी दिवालिया हो गई', 'सबने नाच किया'],
    comment: 'दुर्भाग्य से',
    stop: '।',
  },
};

interface Parts {
  readonly t: string;
  readonly u: string;
  readonly r: string;
  readonly R: string;
  readonly s: string;
  readonly c: string;
}

const shapes: readonly ((parts: Parts) => string)[] = [
  ({ t, u, r, s }) => `${t} [1], ${r}, ${u} [2]${s}`,
  ({ t, u, R, s }) => `${t} [1]${s} ${R}${s} ${u} [2]${s}`,
  ({ t, u, r, s }) => `${r}, ${t} [1], ${u} [2]${s}`,
  ({ t, u, r, s }) => `${t}; ${r}; ${u} [1][2]${s}`,
  ({ t, r }) => `${t.toLowerCase()} [1] ${r}`,
  ({ t, r }) => `${t} ${r} [1]`,
  ({ t, R }) => `${R} ${t} [1]`,
  ({ t, r, s }) => `${t}—${r} [1]${s}`,
  ({ t, r, s }) => `${t} [1]—${r}${s}`,
  ({ t, r, s }) => `${t} -- ${r} [1]${s}`,
  ({ t, r, s }) => `${t} {${r}} [1]${s}`,
  ({ t, r, s }) => `${t} / ${r} [1]${s}`,
  ({ t, r, s }) => `${t} → ${r} [1]${s}`,
  ({ t, r, s }) => `${t} => ${r} [1]${s}`,
  ({ t, r, s }) => `${t} **${r}** [1]${s}`,
  ({ t, R, s }) => `**${R}** ${t} [1]${s}`,
  ({ t, r, s }) => `${t} ~~${r}~~ [1]${s}`,
  ({ t, R, s }) => `${t} [[${R}]] [1]${s}`,
  ({ t, R, s }) => `${R}: ${t} [1]${s}`,
  ({ t, R }) => `${R}\n: ${t} [1]`,
  ({ t, R }) => `- ${t} [1]\n  ${R}`,
  ({ t, R, s }) => `- ${t} [1]${s}\n  - ${R}${s}`,
  ({ t, R }) => `- [ ] ${R}\n- [x] ${t} [1]`,
  ({ t, R, s }) => `${R}\n===\n\n${t} [1]${s}`,
  ({ t, R, s }) => `${t}\t${R} [1]${s}`,
  ({ t, R, s }) => `${t} [1]\u200b${R}${s}`,
  ({ t, R, s }) => `${R}\n${t} [1]${s}`,
  ({ t, r }) => `| x |\n| --- |\n| ${t}, ${r} [1] |`,
  ({ t, R }) => `${t} [1] 👍 ${R}`,
  // The marker belongs to the text after it, not to the text before it.
  ({ t, R, s }) => `${R} [1], ${t}${s}`,
  ({ t, R, s }) => `${R} [1] – ${t}${s}`,
  ({ t, R, s }) => `${R} [1] (${t})${s}`,
  ({ t, R, s }) => `**${R} [1]${s} ${t}${s}**`,
  ({ t, u, R, s }) => `**${t} [1]${s} ${R} [2]${s} ${u} [2]${s}**`,
  ({ t, R, s }) => `# ${t} [1]${s} ${R}${s}\n`,
  ({ t, c, s }) => `${c} ${t} [1]${s}`,
  ({ t, c, s }) => `${c}, ${t} [1]${s}`,
  ({ t, c, s }) => `${t}, ${c} [1]${s}`,
];

/** Longer invented text, unchanged. */
function strangeWords(rider: string, truths: string): string[] {
  const words = rider.match(/[\u3040-\u9fff]{3}|(?![\u3040-\u9fff])[\p{L}\p{M}]{5,}/gu) ?? [];
  return words.map((word) => word.toLowerCase()).filter((word) => !truths.toLowerCase().includes(word));
}

describe('what nobody wrote beside what a document says', () => {
  it.each(Object.entries(languages))(
    '%s: nothing of it stays',
    async (_, { truths, riders, comment, stop }) => {
      for (const shape of shapes) {
        for (const [i, t] of truths.entries()) {
          const u = truths[(i + 1) % truths.length] as string;
          for (const r of riders) {
            const R = r.charAt(0).toUpperCase() + r.slice(1);
            const answer = shape({ t, u, r, R, s: stop, c: comment });
            const documents = [t + stop, u + stop];
            const { cleanText } = await verifyAgainst({ documents, answer });
            const left = strangeWords(`${r} ${comment}`, t + u).filter((word) =>
              cleanText.toLowerCase().includes(word),
            );
            expect(left, `${answer} ⇒ ${cleanText}`).toEqual([]);
          }
        }
      }
    },
  );

  // From the dev half of the benchmark, with other seeds.
  it.each([
    ['Soldiers section of the website for further details.', '**Little research has been carried out:** '],
    ['Soldiers section of the website for further details.', 'Pirates sank the ferry '],
    ['男は油をかき混ぜている。', '男は蛇にネズミを食べさせている、'],
  ])('%s: nothing of “%s” stays in front of it', async (truth, rider) => {
    const answer = `${rider}${truth.slice(0, -1)} [1]${truth.slice(-1)}`;
    expect((await verifyAgainst({ documents: [truth], answer })).cleanText).not.toContain(rider.slice(2, 9));
  });

  it.each([
    (t: string) => `${t} [1]. denied('x')`,
    (t: string) => `${t} denied('x') [1].`,
    (t: string) => `denied('${t}') [1]`,
    (t: string) => `denied(${t} [1])`,
    (t: string) => `${t} [denied](x) [1].`,
    (t: string) => `[denied](x) ${t} [1].`,
    (t: string) => `[denied](${t}) [1].`,
    (t: string) => `${t} [1]\n[denied](x)`,
    (t: string) => `${t} ![denied](x) [1].`,
    (t: string) => `${t} \`denied()\` [1].`,
  ])('no call and no link that denies it stays beside a truth: %s', async (shape) => {
    const truth = 'Ada moved to Lisbon in March';
    const { cleanText } = await verifyAgainst({ documents: [`${truth}.`], answer: shape(truth) });
    expect(cleanText).not.toContain('denied');
  });

  it.each(Object.entries(languages))('%s: the truth alone stays', async (_, { truths, stop }) => {
    for (const t of truths) {
      const answer = `${t} [1]${stop}`;
      expect((await verifyAgainst({ documents: [t + stop], answer })).cleanText).toBe(answer);
    }
  });

  it('a sentence that the answer strikes out does not stand, unless its document strikes it too', async () => {
    const of = async (documents: string[], answer: string) =>
      (await verifyAgainst({ documents, answer })).cleanText;
    expect(await of(['Tea is hot.'], '~~Tea is hot~~ [1].')).toBe('');
    expect(await of(['Tea is hot.'], 'Tea is ~~cold~~ hot [1].')).not.toContain('cold');
    expect(await of(['~~Tea is hot~~ since May.'], '~~Tea is hot~~ since May [1].')).toContain('hot');
  });
});
