import { type ChildNode, isElement, isText, type ParentNode } from '../html/dom.ts';
import { isBlockName } from '../html/is-block-name.ts';
import { escapeInline, escapeLineStart } from './escape-markdown.ts';
import type { FromHtmlOptions } from './from-html.ts';
import { mathToText } from './math-text.ts';

/** The content of a line: text, code, links and footnotes. Emphasis is dropped, because it carries no content. Breaks are line feeds. */
export function renderInline(nodes: readonly ChildNode[], options: FromHtmlOptions): string {
  const parts: string[] = [];
  collect(nodes, options, parts);
  const lines = parts
    .join('')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n');
  return lines.split('\n').map(startLine).join('\n').trim();
}

/** A line that begins with Memora's own markup stays. */
function startLine(line: string): string {
  return /^\s*(?:`|\[)/.test(line) ? line.trimStart() : escapeLineStart(line);
}

function collect(nodes: readonly ChildNode[], options: FromHtmlOptions, parts: string[]): void {
  for (const node of nodes) {
    if (isText(node)) parts.push(escapeInline(node.data.replace(/\s+/gu, ' ')));
    else if (isElement(node)) {
      const name = node.name.toLowerCase();
      if (name === 'br') parts.push('\n');
      else if (name === 'code' || name === 'kbd' || name === 'samp' || name === 'tt')
        parts.push(toCode(toInlineText(node)));
      else if (name === 'a') parts.push(toLink(node, options));
      else if (name === 'sup' && footnoteOf(node) !== null) parts.push(`[^${footnoteOf(node)}]`);
      else if (name === 'sup' || name === 'sub') parts.push(toRaised(node, name, options));
      else if (name === 'q') parts.push('“', inner(node, options), '”');
      else if (name === 'math') parts.push(escapeInline(node.attribs['alttext'] ?? mathToText(node)));
      else if (name === 'ruby') parts.push(toRuby(node, options));
      else if (name === 'del' || name === 's' || name === 'strike')
        parts.push(`~~${inner(node, options).trim()}~~`);
      else if (name !== 'img' && name !== 'picture' && name !== 'wbr') {
        collect(node.children, options, parts);
        if (/^(?:p|div|li|tr|h\d)$/.test(name)) parts.push('\n');
        else if (/^t[dh]$/.test(name)) parts.push(' ');
      }
    }
  }
}

function inner(node: ParentNode, options: FromHtmlOptions): string {
  const parts: string[] = [];
  collect(node.children, options, parts);
  return parts.join('');
}

const SUPERSCRIPTS = new Map(
  Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ', (raised, i) => ['0123456789+-−=()n'[i] ?? '', raised]),
);
const SUBSCRIPTS = new Map(
  Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎', (raised, i) => ['0123456789+-−=()'[i] ?? '', raised]),
);

/** Keeps the exponent apart: 10<sup>-6</sup> must not become 10-6. */
function toRaised(node: ParentNode, name: string, options: FromHtmlOptions): string {
  const text = inner(node, options).trim();
  const raised = name === 'sup' ? SUPERSCRIPTS : SUBSCRIPTS;
  const signs = [...text];
  if (signs.every((sign) => raised.has(sign))) return signs.map((sign) => raised.get(sign)).join('');
  // The ordinal suffix of 1st stays inline; a longer superscript is an exponent.
  const isWord = signs.every((sign) => sign.toLowerCase() !== sign.toUpperCase());
  return isWord || signs.includes('[') || name === 'sub' ? text : `^(${text})`;
}

/** A word followed by its reading: each character may have its own reading, which would split the word. */
function toRuby(node: ParentNode, options: FromHtmlOptions): string {
  const isReading = (child: ChildNode) => isElement(child) && ['rt', 'rtc', 'rp'].includes(child.name);
  const parts: string[] = [];
  collect(
    node.children.filter((child) => !isReading(child)),
    options,
    parts,
  );
  const base = parts.join('');
  const readings = node.children.filter(
    (child) => isReading(child) && isElement(child) && child.name !== 'rp',
  );
  const reading = readings.map((child) => inner(child as ParentNode, options).trim()).join('');
  return reading === '' ? base : `${base.trim()} (${reading})`;
}

function footnoteOf(node: ParentNode): string | null {
  const link = node.children.find((child) => isElement(child) && child.name === 'a');
  if (link === undefined || !isElement(link)) return null;
  return /^#(?:fn|footnote|cite_note|note)[:_-]?(\d{1,4})$/i.exec(link.attribs['href'] ?? '')?.[1] ?? null;
}

function toCode(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').trim();
  if (plain === '') return '';
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  const space = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${plain}${space}${ticks}`;
}

function toLink(node: ParentNode & { attribs?: Record<string, string> }, options: FromHtmlOptions): string {
  const text = inner(node, options);
  const href = addressOf(node.attribs?.['href'] ?? '', options.url ?? null);
  const label = text.replace(/\s+/gu, ' ').trim();
  if (href === null || label === '' || label.includes('](')) return text;
  if (label === href || /^https?:\/\//.test(label)) return label;
  const start = /^\s/.test(text) ? ' ' : '';
  return `${start}[${label.replace(/(?<!\\)[[\]]/g, '\\$&')}](${href})${/\s$/.test(text) ? ' ' : ''}`;
}

/** A web address in the form that a link may contain; null for scripts, data, places in the page, and addresses that are too long. */
function addressOf(href: string, base: string | null): string | null {
  try {
    if (href.startsWith('#')) return null;
    const url = base === null ? new URL(href) : new URL(href, base);
    if (!/^(?:https?|mailto):$/.test(url.protocol) || url.href.length > 2_000) return null;
    url.username = '';
    url.password = '';
    return url.href.replace(
      /[()<>\s[\]*_`|]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
  } catch {
    return null;
  }
}

/** All text below a node unchanged; elements that end a line, such as the lines of some listings, end it here too. */
export function toInlineText(node: ParentNode): string {
  return node.children
    .map((child) => {
      if (isText(child)) return child.data;
      if (!isElement(child)) return '';
      if (child.name === 'br') return '\n';
      const text = toInlineText(child);
      return isBlockName(child.name) && !text.endsWith('\n') ? `${text}\n` : text;
    })
    .join('');
}
