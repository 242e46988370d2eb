import { findPlace } from '../anchors.ts';
import { readDocument } from '../read-document.ts';
import { type KnownDocument, makeCorpus } from './make-corpus.ts';

/** A figure, and its required bounds. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly budget: { readonly min?: number; readonly max?: number; readonly unit?: string };
}

/** Reads every document of the corpus, and compares it with its known text. */
export async function measureCorpus(corpus: readonly KnownDocument[] = makeCorpus()): Promise<{
  readonly note: string;
  readonly figures: readonly Figure[];
}> {
  const sums = {
    words: 0,
    found: 0,
    paragraphs: 0,
    ordered: 0,
    foreign: 0,
    read: 0,
    parted: 0,
    whole: 0,
    placed: 0,
    places: 0,
  };
  let worst = { name: '', recall: 2 };
  for (const known of corpus) {
    const { markdown } = await readDocument(known.bytes, { name: known.name });
    const read = plain(markdown);
    let at = 0;
    let words = 0;
    let found = 0;
    for (const [i, paragraph] of known.paragraphs.entries()) {
      const own = plain(paragraph);
      const size = wordsOf(own).length;
      words += size;
      const start = read.indexOf(own);
      found += start >= 0 ? size : wordsOf(own).filter((word) => read.includes(word)).length - 1;
      sums.paragraphs++;
      if (start >= at) {
        sums.ordered++;
        at = start;
      }
      if (known.places !== null) {
        sums.places++;
        if (placeOf(markdown, paragraph) === known.places[i]) sums.placed++;
      }
    }
    sums.words += words;
    sums.found += found;
    if (found / words < worst.recall) worst = { name: known.name, recall: found / words };
    sums.read += known.boilerplate.length === 0 ? 0 : wordsOf(read).length;
    sums.foreign += foreignWords(known, read);
    sums.parted += known.parted.length;
    sums.whole += known.parted.filter((word) => read.includes(plain(word))).length;
  }
  const { words, found, paragraphs, ordered, foreign, read, parted, whole, placed, places } = sums;
  const least = (name: string, value: number, min: number) => ({ name, value, budget: { min } });
  return {
    note: `${corpus.length} documents in 11 languages; least was read of ${worst.name}`,
    figures: [
      least('documents', corpus.length, 120),
      least('words that are read', found / words, 0.99),
      least('paragraphs in their order', ordered / paragraphs, 0.999),
      {
        name: 'words around the text, of all that were read',
        value: foreign / Math.max(1, read),
        budget: { max: 0.02 },
      },
      least('words that were parted', parted, 100),
      least('of those, whole again', whole / Math.max(1, parted), 0.98),
      least('paragraphs with a place', places, 500),
      least('of those, with the place of the original', placed / Math.max(1, places), 0.99),
    ],
  };
}

function foreignWords({ boilerplate }: KnownDocument, read: string): number {
  return boilerplate.reduce(
    (sum, text) => sum + (read.split(plain(text)).length - 1) * wordsOf(text).length,
    0,
  );
}

/** The visible words of Markdown. */
function plain(text: string): string {
  return text
    .replace(/<!--.*?-->/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
    .replace(/\s+/gu, ' ')
    .trim();
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** The place that a citation of a paragraph would show. */
function placeOf(markdown: string, paragraph: string): string | null {
  const note = Buffer.from(`---\norigin: "x"\norigin_hash: 0\n---\n${markdown}`);
  const offset = note.indexOf(paragraph.slice(0, 24));
  if (offset < 0) return null;
  return findPlace(note, offset, '')?.label.replace(/^x(?:, )?/, '') ?? null;
}
