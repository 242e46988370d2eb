import { createRequire } from 'node:module';

/** The part of `langextract` (npm) that finds a quote in a source; its types refer to SDKs that are not installed here. */
interface LangExtract {
  readonly Resolver: new () => {
    align: (
      extractions: readonly { extractionClass: string; extractionText: string }[],
      source: string,
      tokenOffset: number,
    ) => readonly { alignmentStatus?: string }[];
  };
}

const { Resolver } = createRequire(import.meta.url)('langextract/dist/resolver.js') as LangExtract;
const resolver = new Resolver();

/** `exact`, `fuzzy` (which it grounds as well: 75% of the tokens at the same places) or `none`. */
export function alignWithLangExtract(source: string, quote: string): 'exact' | 'fuzzy' | 'none' {
  const [found] = resolver.align([{ extractionClass: 'quote', extractionText: quote }], source, 0);
  if (found === undefined) return 'none';
  return found.alignmentStatus === 'match_exact' ? 'exact' : 'fuzzy';
}
