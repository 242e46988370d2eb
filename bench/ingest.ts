import type { Suite } from './report.ts';

/** Made beside the tests of the package, which hold the same figures. */
const CORPUS = new URL('../packages/ingest/src/testing-fixtures/measure-corpus.ts', import.meta.url).href;

interface Corpus {
  readonly measureCorpus: () => Promise<{
    readonly documents: number;
    readonly recall: number;
    readonly worst: string;
    readonly order: number;
    readonly boilerplate: number;
    readonly hyphenation: number;
    readonly parted: number;
    readonly places: number;
    readonly placed: number;
  }>;
}

/** Documents of all formats whose text is known because it was made here: how much of it is read, in which order, and with which places. */
export const suite: Suite = {
  name: 'ingest',
  async run(report) {
    const { measureCorpus } = (await import(CORPUS)) as Corpus;
    const found = await measureCorpus();
    report.heading('Documents that were made here');
    report.note(`${found.documents} documents in 11 languages; least was read of ${found.worst}`);
    report.budget('words that are read', found.recall, { min: 0.99 });
    report.budget('paragraphs in their order', found.order, { min: 0.99 });
    report.budget('words around the text, of all that were read', found.boilerplate, { max: 0.02 });
    report.budget(`parted words that are whole again, of ${found.parted}`, found.hyphenation, { min: 0.98 });
    report.budget(`places that are those of the original, of ${found.placed}`, found.places, { min: 0.99 });
  },
};
