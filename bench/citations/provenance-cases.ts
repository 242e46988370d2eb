import type { CheckStatus, CitableClaim } from '@memora/validator';
import type { SourceText } from './load-texts.ts';
import {
  bare,
  change,
  cite,
  type Desk,
  encoder,
  FIGURE,
  mark,
  newId,
  one,
  PATH,
  rewrite,
  setUp,
  withOtherNote,
} from './provenance-desk.ts';
import { createSeededRandom } from './seeded-random.ts';

/** One answer over a small vault, with the statuses its checks must have and the statements that must not stay. */
export interface ProvenanceCase {
  readonly attack: string;
  readonly answer: string;
  readonly claims: ReadonlyMap<string, CitableClaim>;
  readonly notes: ReadonlyMap<string, Uint8Array>;
  readonly allowedIds?: readonly string[];
  /** Statuses of the checks, in the order of the markers; null if only words differ, which no status shows. */
  readonly expected: readonly (CheckStatus | null)[];
  /** Text that the clean text of `policy: 'strip'` must not contain. */
  readonly unsupported: readonly string[];
  /** Text that it must contain. */
  readonly supported: readonly string[];
}

type Attack = (desk: Desk) => Omit<ProvenanceCase, 'attack' | 'claims' | 'notes'>;

/** Another figure of the same kind that no source has: a year for a year. */
function otherFigure(figure: string): string {
  return /^(?:1[5-9]|20)\d\d$/u.test(figure) ? `16${figure.slice(2)}` : '987654';
}

/** Every attack on the origin of a statement. */
const attacks: Readonly<Record<string, Attack>> = {
  'all intact': ({ sentences: [a, b, c], ids: [x, y, z] }) => ({
    answer: `${mark(a, x)} ${mark(b, y)} ${mark(c, z)}`,
    expected: ['verified', 'verified', 'verified'],
    unsupported: [],
    supported: [a, b, c].map(bare),
  }),
  'unknown id': ({ random, sentences: [a, b], ids: [x] }) =>
    one(mark(a, x), mark(b, newId(random)), 'unverified', a, b),
  'malformed id': ({ random, sentences: [a, b], ids: [x, y] }) =>
    one(
      mark(a, x),
      mark(b, random.pick([y.slice(1), `${y}0`, 'none', '', y.replace(/.$/, '-')])),
      'malformed',
      a,
      b,
    ),
  'out of context id': ({ sentences: [a, b], ids: [x, y] }) => ({
    ...one(mark(a, x), mark(b, y), 'out_of_context', a, b),
    allowedIds: [x],
  }),
  'tampered byte': (desk) => {
    const {
      sentences: [a, b],
      ids: [x, y],
      notes,
      claims,
      random,
    } = desk;
    const bytes = Uint8Array.from(notes.get(PATH) as Uint8Array);
    const { span } = claims.get(y) as CitableClaim;
    const at = span.start + random.below(span.end - span.start);
    bytes[at] = (bytes[at] as number) ^ 1;
    notes.set(PATH, bytes);
    return one(mark(a, x), mark(b, y), 'fingerprint_mismatch', a, b);
  },
  'text put before': (desk) => {
    const {
      sentences: [a, b],
      ids: [x, y],
    } = desk;
    rewrite(desk, (note) => `New first line, ${'x'.repeat(1 + desk.random.below(90))}.\n\n${note}`);
    return {
      answer: `${mark(a, x)} ${mark(b, y)}`,
      expected: ['verified', 'verified'],
      unsupported: [],
      supported: [bare(a), bare(b)],
    };
  },
  'span deleted': (desk) => {
    const {
      sentences: [a, b],
      ids: [x, y],
    } = desk;
    rewrite(desk, (note) => note.replace(b, ''));
    return one(mark(a, x), mark(b, y), 'fingerprint_mismatch', a, b);
  },
  'span moved to two places': (desk) => {
    const {
      sentences: [a, b],
      ids: [x, y],
    } = desk;
    rewrite(desk, (note) => `${note.replace(b, 'Gone.')}\n\nFirst copy.\n\n${b}\n\nSecond copy.\n\n${b}\n`);
    return one(mark(a, x), mark(b, y), 'fingerprint_mismatch', a, b);
  },
  'note deleted': (desk) => withOtherNote(desk, (notes) => notes.delete('notes/other.md'), 'unverified'),
  'note renamed': (desk) =>
    withOtherNote(
      desk,
      (notes) => {
        notes.set('notes/renamed.md', notes.get('notes/other.md') as Uint8Array);
        notes.delete('notes/other.md');
      },
      'unverified',
    ),
  'fingerprint altered': (desk) => {
    const {
      sentences: [a, b],
      ids: [x, y],
      random,
    } = desk;
    change(desk, y, ({ fingerprint: print }) => {
      const at = random.below(64);
      const digit = ((Number.parseInt((print as string).charAt(at), 16) + 1) % 16).toString(16);
      return { fingerprint: (print as string).slice(0, at) + digit + (print as string).slice(at + 1) };
    });
    return one(mark(a, x), mark(b, y), 'fingerprint_mismatch', a, b);
  },
  'span out of the file': (desk) => {
    const {
      sentences: [a, b],
      ids: [x, y],
    } = desk;
    change(desk, y, ({ span }) => ({
      span: { start: span.start + 100_000, end: span.end + 100_000 },
      fingerprint: 'f'.repeat(64),
    }));
    return one(mark(a, x), mark(b, y), 'fingerprint_mismatch', a, b);
  },
  'legacy fingerprint': (desk) => {
    const {
      sentences: [a, b],
      ids: [x, y],
    } = desk;
    change(desk, y, ({ fingerprint: print }) => ({ fingerprint: (print as string).slice(0, 16) }));
    return {
      answer: `${mark(a, x)} ${mark(b, y)}`,
      expected: ['verified', 'verified'],
      unsupported: [],
      supported: [bare(a), bare(b)],
    };
  },
  expired: (desk) => {
    const {
      sentences: [a, b],
      ids: [x, y],
    } = desk;
    change(desk, y, () => ({ validFrom: '2019-01-01', validUntil: '2020-01-01' }));
    return one(mark(a, x), mark(b, y), 'superseded', a, b);
  },
  superseded: (desk) => {
    const {
      sentences: [a, b],
      ids: [x, y],
    } = desk;
    change(desk, y, () => ({ status: 'superseded' }));
    return one(mark(a, x), mark(b, y), 'superseded', a, b);
  },
  'id reused on another sentence': ({ sentences: [a], ids: [x], foreign }) =>
    one(mark(a, x), mark(foreign, x), null, a, foreign),
  'fabrication before a marker after the stop': ({ sentences: [a, b], ids: [x, y], foreign }) => ({
    answer: `${a} [claim:${x}] ${foreign} [claim:${y}] ${b} [claim:${y}]`,
    expected: ['verified', null, 'verified'],
    unsupported: [bare(foreign)],
    supported: [bare(a), bare(b)],
  }),
  'uncited between cited': ({ sentences: [a, b], ids: [x, y], foreign }) => ({
    answer: `${mark(a, x)} ${foreign} ${mark(b, y)}`,
    expected: ['verified', 'verified'],
    unsupported: [bare(foreign)],
    supported: [bare(a), bare(b)],
  }),
  'uncited after': ({ sentences: [a], ids: [x], foreign }) => ({
    answer: `${mark(a, x)} ${foreign}`,
    expected: ['verified'],
    unsupported: [bare(foreign)],
    supported: [bare(a)],
  }),
  'several markers': ({ random, sentences: [a, b], ids: [x, y] }) => ({
    answer: `${bare(a)} [claim:${x}, claim:${newId(random)}]. ${bare(b)} [claim:${newId(random)}][claim:${y.toUpperCase()}].`,
    expected: ['verified', 'unverified', 'unverified', 'verified'],
    unsupported: [],
    supported: [bare(a), bare(b)],
  }),
  'list items': ({ random, sentences: [a, b, c], ids: [x, , z], foreign }) => ({
    answer: `- ${bare(a)} [claim:${x}]\n- ${bare(b)} [claim:${newId(random)}]\n- ${bare(foreign)}\n- ${bare(c)} [claim:${z}]\n`,
    expected: ['verified', 'unverified', 'verified'],
    unsupported: [bare(b), bare(foreign)],
    supported: [bare(a), bare(c)],
  }),
  'table rows': ({ random, sentences: [a, b], ids: [x], foreign }) => ({
    answer: `| what | source |\n|---|---|\n| ${bare(a)} | [claim:${x}] |\n| ${bare(b)} | [claim:${newId(random)}] |\n| ${bare(foreign)} | |\n`,
    expected: ['verified', 'unverified'],
    unsupported: [bare(b), bare(foreign)],
    supported: [bare(a)],
  }),
  headings: ({ random, sentences: [a, b], ids: [x] }) => ({
    answer: `## Findings\n\n${mark(a, x)}\n\n## Further findings\n\n${mark(b, newId(random))}\n`,
    expected: ['verified', 'unverified'],
    unsupported: [bare(b), 'Further findings'],
    supported: [bare(a), 'Findings'],
  }),
  'changed number in a statement': ({ random, sentences: [a], ids: [x], claims, notes, foreign }) => {
    notes.set('notes/other.md', encoder.encode(`${foreign}\n`));
    const id = cite(claims, 'notes/other.md', `${foreign}\n`, foreign, random);
    const said = foreign.replaceAll(FIGURE.exec(foreign)?.[0] as string, otherFigure);
    return one(mark(a, x), mark(said, id), 'token_mismatch', a, said);
  },
  'mutated quotation': ({ random, sentences: [a, b], ids: [x, y] }) => {
    const words = bare(b).split(' ');
    const at = 1 + random.below(words.length - 2);
    const quote = [...words.slice(0, at), 'hardly', ...words.slice(at)].join(' ').replaceAll('"', "'");
    return { ...one(mark(a, x), `The note says “${quote}” [claim:${y}].`, 'quote_mismatch', a, quote) };
  },
};

/** About `perAttack` answers for every attack, from real sentences; the same seed gives the same cases. */
export function generateProvenanceCases(
  sources: readonly SourceText[],
  seed: number,
  perAttack: number,
): ProvenanceCase[] {
  const random = createSeededRandom(seed);
  const cases: ProvenanceCase[] = [];
  for (const [attack, make] of Object.entries(attacks)) {
    for (let made = 0, tries = 0; made < perAttack && tries < perAttack * 40; tries++) {
      const desk = setUp(sources, random);
      if (desk === null) continue;
      cases.push({ attack, ...make(desk), claims: desk.claims, notes: desk.notes });
      made++;
    }
  }
  return cases;
}
