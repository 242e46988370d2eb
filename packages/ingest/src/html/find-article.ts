import { DomUtils } from 'htmlparser2';
import { loadParser } from '../formats/load-parser.ts';
import { countWords } from './count-words.ts';
import { type Document, type Element, isElement, type ParentNode } from './dom.ts';
import { parseTree } from './parse-tree.ts';

/** The part of a page that is read. */
interface Article {
  readonly root: ParentNode;
  /** Words of the page, and the number of those that are not read. */
  readonly words: number;
  readonly leftOut: number;
}

/** An article with a smaller share of the page's words is not trusted. */
const LEAST_SHARE = 0.85;
/** The library compares elements with each other, so pages with more elements are read completely. */
const MOST_ELEMENTS = 20_000;
const MARK = 'data-memora-element';

/**
 * Finds the article of a page, in place. A library selects its elements; the text stays that of the page itself. If it holds less than 85 % of the text outside
 * the navigation, everything except the navigation is read.
 */
export async function findArticle(page: Document): Promise<Article> {
  const words = countWords(page);
  const navigation = DomUtils.findAll(isNavigation, page.children);
  const outside = words - navigation.reduce((sum, each) => sum + countWords(each), 0);
  const kept = await askLibrary(page);
  const weights = weigh(page, kept);
  const root = kept.size === 0 ? null : deepest(page, weights, kept);
  const found = root === null ? 0 : wordsKept(root, weights);
  if (root !== null && found >= LEAST_SHARE * outside) {
    prune(root, weights);
    return { root, words, leftOut: words - found };
  }
  // A page that consists only of links is read as it is.
  if (outside > 0) for (const each of navigation) DomUtils.removeElement(each);
  return { root: page, words, leftOut: words - countWords(page) };
}

function isNavigation({ name, attribs }: Element): boolean {
  return name === 'nav' || attribs['role'] === 'navigation';
}

/** The elements that the library selects as the article, by the number assigned to each. */
async function askLibrary(page: Document): Promise<ReadonlySet<string>> {
  const [{ parseHTML }, { default: exported }] = await loadParser(['defuddle', 'linkedom'], 'web pages', () =>
    Promise.all([import('linkedom'), import('defuddle')]),
  );
  const elements = DomUtils.findAll(() => true, page.children);
  if (elements.length > MOST_ELEMENTS) return new Set();
  for (const [i, { attribs }] of elements.entries()) attribs[MARK] = String(i);
  const { document } = parseHTML(DomUtils.getOuterHTML(page));
  // A page without elements is all text, and the article finder would fail on it.
  if (document.documentElement === null) return new Set();
  // Its types declare a namespace, but the export is the class itself.
  const Defuddle = exported as unknown as new (
    page: unknown,
    options: object,
  ) => { parse: () => { content: string } };
  // Nothing is fetched: only `parseAsync` contacts other addresses, and the page's address is not passed.
  const finder = new Defuddle(document, {
    url: 'about:blank',
    useAsync: false,
    includeReplies: false,
    // Class names are unreliable: every DocBook book has its chapters in a `sidebar`.
    removeExactSelectors: false,
    // If it rendered the text, it would put spaces around inline tags, even inside numbers.
    standardize: false,
    // Short lists and tables score low, but readers look for them.
    removeLowScoring: false,
    removeContentPatterns: false,
  });
  const { content } = finder.parse();
  const marks = DomUtils.findAll(() => true, parseTree(content).children).map(({ attribs }) => attribs[MARK]);
  return new Set(marks.filter((mark) => mark !== undefined));
}

/** The number of kept elements in each element, including itself. */
function weigh(page: ParentNode, kept: ReadonlySet<string>): ReadonlyMap<ParentNode, number> {
  const weights = new Map<ParentNode, number>();
  const visit = (node: ParentNode): number => {
    let weight = 'attribs' in node && kept.has(node.attribs[MARK] ?? '') ? 1 : 0;
    for (const child of node.children) if (isElement(child)) weight += visit(child);
    weights.set(node, weight);
    return weight;
  };
  visit(page);
  return weights;
}

/** The smallest part of the page that contains all kept elements. */
function deepest(
  node: ParentNode,
  weights: ReadonlyMap<ParentNode, number>,
  kept: ReadonlySet<string>,
): ParentNode {
  if ('attribs' in node && kept.has(node.attribs[MARK] ?? '')) return node;
  const inner = node.children.find((child) => isElement(child) && weights.get(child) === weights.get(node)) as
    | Element
    | undefined;
  return inner === undefined ? node : deepest(inner, weights, kept);
}

function wordsKept(root: ParentNode, weights: ReadonlyMap<ParentNode, number>): number {
  const dropped = topmost(root, weights);
  return countWords(root) - dropped.reduce((sum, each) => sum + countWords(each), 0);
}

function prune(root: ParentNode, weights: ReadonlyMap<ParentNode, number>): void {
  for (const each of topmost(root, weights)) DomUtils.removeElement(each);
}

/** The elements below the article without kept elements. */
function topmost(node: ParentNode, weights: ReadonlyMap<ParentNode, number>): Element[] {
  return node.children
    .filter(isElement)
    .flatMap((child) => (weights.get(child) === 0 ? [child] : topmost(child, weights)));
}
