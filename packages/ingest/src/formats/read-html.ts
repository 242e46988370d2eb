import { DomUtils, parseDocument } from 'htmlparser2';
import type { Document } from '../html/dom.ts';
import { dropUnseen } from '../html/drop-unseen.ts';
import { readPageFacts } from '../html/read-page-facts.ts';
import { escapeInline } from '../markdown/escape-markdown.ts';
import { htmlToBlocks } from '../markdown/from-html.ts';
import { decodeText } from '../text/decode-text.ts';
import type { DocumentBlock, FormatReader } from './format-reader.ts';
import { loadParser } from './load-parser.ts';

/** Web pages: what is the article of one, without navigation, banners and what nobody sees. */
export const reader: FormatReader = {
  extractor: 'memora-html@2',
  read: async ({ bytes, charset, url }) => {
    const { text, encoding } = await decodeText(bytes, charset ?? charsetOf(bytes));
    const page = parseDocument(text);
    const facts = readPageFacts(page);
    const leftOut = dropUnseen(page, { keepHead: true });
    const ids = headingIds(page);
    const article = await findArticle(DomUtils.getOuterHTML(page), url);
    const main = article === '' ? page : parseDocument(article);
    if (article === '') dropUnseen(page);
    const blocks = withHeadingIds(htmlToBlocks(main, { url: url ?? facts.url }), ids);
    const { title, language, authors, published } = facts;
    // The title of a page is often its first heading too.
    const [first] = blocks;
    const isTitle =
      first !== undefined &&
      title !== null &&
      first.text.replace(/^#+ /, '') === escapeInline(title) &&
      first.text.startsWith('#');
    return {
      ...(title === null ? {} : { title }),
      blocks: isTitle ? blocks.slice(1) : blocks,
      meta: { encoding, language, authors, ...(published === null ? {} : { published }), leftOut },
    };
  },
};

/** The part of a page that its reader came for, as HTML; empty where it is not found. */
async function findArticle(html: string, url: string | null): Promise<string> {
  const [{ parseHTML }, { default: exported }] = await loadParser(['defuddle', 'linkedom'], 'web pages', () =>
    Promise.all([import('linkedom'), import('defuddle')]),
  );
  const { document } = parseHTML(html);
  // A page without an element is all text, and what seeks the article would fail on it.
  if (document.documentElement === null) return '';
  // What its types call a namespace is the class itself.
  const Defuddle = exported as unknown as new (
    page: unknown,
    options: object,
  ) => { parse: () => { content: string } };
  // Nothing is fetched: only `parseAsync` asks the addresses of others.
  const found = new Defuddle(document, {
    url: url ?? 'about:blank',
    useAsync: false,
    includeReplies: false,
    // Short lists and tables score low, and are what people look for.
    removeLowScoring: false,
    removeContentPatterns: false,
  });
  return found.parse().content;
}

/** The ids of headings by their Markdown: what finds the article takes them away. */
function headingIds(page: Document): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { text, at } of htmlToBlocks(page))
    if (at !== undefined && text.startsWith('#')) ids.set(text.replace(/^#+ /, ''), at);
  return ids;
}

function withHeadingIds(blocks: readonly DocumentBlock[], ids: ReadonlyMap<string, string>): DocumentBlock[] {
  return blocks.map(({ text }) => {
    const at = text.startsWith('#') ? ids.get(text.replace(/^#+ /, '')) : undefined;
    return at === undefined ? { text } : { text, at };
  });
}

/** What the head of a page says of its encoding. */
function charsetOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  return (
    /<meta[^>]{0,200}\bcharset\s*=\s*["']?\s*([\w:-]{2,30})/i.exec(head)?.[1] ??
    /^<\?xml[^>]{0,100}encoding=["']([\w:-]{2,30})/i.exec(head)?.[1] ??
    null
  );
}
