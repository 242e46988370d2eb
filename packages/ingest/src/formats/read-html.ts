import { dropUnseen } from '../html/drop-unseen.ts';
import { findArticle } from '../html/find-article.ts';
import { parseTree } from '../html/parse-tree.ts';
import { readPageFacts } from '../html/read-page-facts.ts';
import { escapeInline } from '../markdown/escape-markdown.ts';
import { htmlToBlocks } from '../markdown/from-html.ts';
import { decodeText } from '../text/decode-text.ts';
import type { FormatReader } from './format-reader.ts';

/** Web pages: their article, without navigation, banners and invisible content. */
export const reader: FormatReader = {
  extractor: 'memora-html@4',
  read: async ({ bytes, charset, url }) => {
    const { text, encoding } = await decodeText(bytes, charset ?? charsetOf(bytes));
    const page = parseTree(text);
    const facts = readPageFacts(page);
    const leftOut = dropUnseen(page);
    const article = await findArticle(page);
    const blocks = htmlToBlocks(article.root, { url: url ?? facts.url });
    const { title, language, authors, published } = facts;
    // A page's title often repeats as its first heading.
    const [first] = blocks;
    const isTitle =
      first !== undefined &&
      title !== null &&
      first.text.replace(/^#+ /, '') === escapeInline(title) &&
      first.text.startsWith('#');
    return {
      ...(title === null ? {} : { title }),
      blocks: isTitle ? blocks.slice(1) : blocks,
      meta: {
        ...{ encoding, language, authors },
        ...(published === null ? {} : { published }),
        leftOut: { ...leftOut, words: article.leftOut },
        notices:
          article.leftOut === 0
            ? []
            : [`Left out: ${article.leftOut} of ${article.words} words, which are outside the article.`],
      },
    };
  },
};

/** The encoding that the head of a page declares. */
function charsetOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  return (
    /<meta[^>]{0,200}\bcharset\s*=\s*["']?\s*([\w:-]{2,30})/i.exec(head)?.[1] ??
    /^<\?xml[^>]{0,100}encoding=["']([\w:-]{2,30})/i.exec(head)?.[1] ??
    null
  );
}
