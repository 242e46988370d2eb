import { DomUtils } from 'htmlparser2';
import { type ChildNode, type Element, isElement, isText, type ParentNode } from '../../html/dom.ts';
import { escapeInline, escapeMarkdown } from '../../markdown/escape-markdown.ts';
import { mathToText } from '../../markdown/math-text.ts';
import type { ZipArchive } from '../../zip/open-zip.ts';
import { childNamed, childrenOf, elementsNamed, localName, parseXml, textOf } from '../../zip/parse-xml.ts';

/** The parts of a Word document that the body's library does not read: fields, formulas, hidden text, headers, footers and comments. */
interface PreparedWord {
  /** The changed parts of the archive, as XML. */
  readonly parts: ReadonlyMap<string, string>;
  /** Markdown of the parts outside the body: headers and footers once, then comments. */
  readonly around: readonly string[];
  /** Pieces of invisible text. */
  readonly invisible: number;
}

/** Prepares the parts of a Word document for the library that reads its body. */
export function prepareWord(archive: ZipArchive): PreparedWord {
  const parts = new Map<string, string>();
  const hidden = hiddenStyles(archive);
  const around = new Set<string>();
  const comments: string[] = [];
  let invisible = 0;
  for (const name of archive.names) {
    const part = partOf(name);
    const xml = part === null ? null : archive.text(name);
    if (part === null || xml === null) continue;
    const tree = parseXml(xml);
    invisible += prepare(tree, hidden);
    if (part === 'comments')
      for (const comment of elementsNamed(tree, 'comment')) comments.push(toComment(comment));
    else if (part === 'header' || part === 'footer')
      for (const text of paragraphsOf(tree)) around.add(escapeMarkdown(text));
    else parts.set(name, DomUtils.getOuterHTML(tree as Element, { xmlMode: true }));
  }
  return { parts, around: [...around, ...comments.filter((text) => text !== '')], invisible };
}

/** The part of a document in a file of the archive; null for a file without text. */
function partOf(name: string): 'document' | 'notes' | 'header' | 'footer' | 'comments' | null {
  if (!name.startsWith('word/') || !name.endsWith('.xml') || name.includes('/', 5)) return null;
  const file = name.slice(5);
  if (file.startsWith('document')) return 'document';
  if (file === 'footnotes.xml' || file === 'endnotes.xml') return 'notes';
  if (file.startsWith('header')) return 'header';
  if (file.startsWith('footer')) return 'footer';
  return file === 'comments.xml' ? 'comments' : null;
}

/** Converts a tree in place to what the library reads. Returns the number of invisible runs. */
function prepare(root: ParentNode, hidden: ReadonlySet<string>): number {
  let invisible = 0;
  const isFieldKept = boundFields();
  const visit = (node: ParentNode, isPlainGround: boolean, isInHidden: boolean): void => {
    // Looked up once per paragraph, because one may hold very many runs.
    const isParagraph = isElement(node) && localName(node) === 'p';
    const isParagraphHidden = isParagraph
      ? hidden.has(wordValue(childNamed(node, 'pPr'), 'pStyle') ?? '')
      : isInHidden;
    node.children = node.children.flatMap((child): ChildNode[] => {
      if (!isElement(child)) return [child];
      const name = localName(child);
      if (name === 'oMathPara' || name === 'oMath') return [textRun(mathToText(child))];
      if (name === 'r' && isHidden(child, hidden, { isPlainGround, isParagraphHidden })) {
        if (textOfRun(child).trim() !== '') invisible++;
        return [];
      }
      if ((name === 'fldChar' || name === 'instrText') && !isFieldKept(child)) return [];
      // The background of a table or a drawing is known only from its style.
      const ground = isPlainGround && !['tbl', 'txbxContent'].includes(name) && !isShaded(child);
      visit(child, ground, isParagraphHidden);
      return name === 'fldSimple' ? child.children : [child];
    });
  };
  visit(root, true, false);
  return invisible;
}

/** The maximum depth of fields. Deeper fields are left out and their results stay: the library checks all open fields for each run. */
const DEEPEST_FIELD = 32;
/** The longest instruction of a field, in UTF-16 units. */
const LONGEST_INSTRUCTION = 4_096;

/** Returns a filter over the marks and instructions of fields in order: false for one that the library should not get. */
function boundFields(): (element: Element) => boolean {
  const open: { readonly isKept: boolean; isSeparated: boolean }[] = [];
  let length = 0;
  return (element) => {
    if (localName(element) === 'instrText') {
      length += textOf(element).length;
      return length <= LONGEST_INSTRUCTION;
    }
    const type = element.attribs['w:fldCharType'];
    if (type === 'begin') {
      const isKept = open.length < DEEPEST_FIELD;
      if (isKept) length = 0;
      open.push({ isKept, isSeparated: false });
      return isKept;
    }
    const last = type === 'end' ? open.pop() : open.at(-1);
    if (last === undefined || type === 'end') return last?.isKept === true;
    const isFirst = !last.isSeparated;
    last.isSeparated = true;
    return last.isKept && isFirst;
  };
}

function textRun(text: string): Element {
  const [run] = parseXml('<w:r><w:t xml:space="preserve">x</w:t></w:r>').children as [Element];
  const [holder] = run.children as [Element];
  for (const child of holder.children) if (isText(child)) child.data = text;
  return run;
}

function isShaded(element: Element): boolean {
  const properties = childNamed(element, 'pPr') ?? childNamed(element, 'tcPr');
  return properties !== undefined && childNamed(properties, 'shd') !== undefined;
}

/** True for a run that is hidden by itself, by its own style or by its paragraph's style, is white on no background, or has zero size. */
function isHidden(
  run: Element,
  hidden: ReadonlySet<string>,
  {
    isPlainGround,
    isParagraphHidden,
  }: { readonly isPlainGround: boolean; readonly isParagraphHidden: boolean },
): boolean {
  const properties = childNamed(run, 'rPr');
  if (properties === undefined) return isParagraphHidden;
  const vanish = childNamed(properties, 'vanish');
  if (vanish !== undefined) return isOn(vanish);
  const style = wordValue(properties, 'rStyle');
  if (isParagraphHidden || (style !== undefined && hidden.has(style))) return true;
  const size = Number(wordValue(properties, 'sz') ?? 24);
  const isOnGround =
    childNamed(properties, 'shd') === undefined && childNamed(properties, 'highlight') === undefined;
  const isWhite = wordValue(properties, 'color')?.toUpperCase() === 'FFFFFF';
  return size <= 2 || (isWhite && isOnGround && isPlainGround);
}

function isOn({ attribs }: Element): boolean {
  return !['0', 'false', 'off'].includes(attribs['w:val'] ?? '1');
}

function wordValue(properties: Element | undefined, name: string): string | undefined {
  const property = properties === undefined ? undefined : childNamed(properties, name);
  return property?.attribs['w:val'];
}

/** Ids of the styles that hide text, by themselves or through the style that they are based on; '' if paragraphs without a style are hidden. */
function hiddenStyles(archive: ZipArchive): ReadonlySet<string> {
  const styles = elementsNamed(parseXml(archive.text('word/styles.xml') ?? ''), 'style');
  const hidden = new Set<string>();
  const heirs = new Map<string, string[]>();
  let ofPlain = '';
  for (const style of styles) {
    const isOfPlain = isDefaultOfParagraphs(style);
    const id = style.attribs['w:styleId'] ?? '';
    // Nothing refers to a style without an id.
    if (id === '' && !isOfPlain) continue;
    if (isOfPlain) ofPlain = id;
    const properties = childNamed(style, 'rPr');
    const vanish = properties === undefined ? undefined : childNamed(properties, 'vanish');
    const base = wordValue(style, 'basedOn');
    if (vanish === undefined) {
      if (base === undefined) continue;
      const others = heirs.get(base);
      if (others === undefined) heirs.set(base, [id]);
      else others.push(id);
    } else if (isOn(vanish)) hidden.add(id);
  }
  // The loop also visits ids that are added during it.
  for (const id of hidden) for (const heir of heirs.get(id) ?? []) hidden.add(heir);
  if (hidden.has(ofPlain)) hidden.add('');
  return hidden;
}

/** True for the style of paragraphs that name none. */
function isDefaultOfParagraphs({ attribs }: Element): boolean {
  const isDefault = ['1', 'true', 'on'].includes(attribs['w:default'] ?? '');
  return isDefault && (attribs['w:type'] ?? 'paragraph') === 'paragraph';
}

/** The text of the runs below a node as Word shows it, without field instructions. */
function textOfRun(node: ParentNode): string {
  return childrenOf(node)
    .map((child) => {
      const name = localName(child);
      if (name === 't') return child.children.map((text) => (isText(text) ? text.data : '')).join('');
      if (name === 'tab' || name === 'br' || name === 'cr') return ' ';
      return ['instrText', 'delText', 'pPr', 'rPr', 'Fallback'].includes(name) ? '' : textOfRun(child);
    })
    .join('');
}

function paragraphsOf(node: ParentNode): string[] {
  return elementsNamed(node, 'p')
    .map((paragraph) => textOfRun(paragraph).trim())
    .filter((text) => text !== '');
}

function toComment(comment: Element): string {
  const author = comment.attribs['w:author'] ?? '';
  const text = paragraphsOf(comment).join(' ');
  return text === ''
    ? ''
    : `> Comment${author === '' ? '' : ` of ${escapeInline(author)}`}: ${escapeInline(text)}`;
}
