import { type ChildNode, isElement, isText, type ParentNode } from '../html/dom.ts';
import { escapeInline, escapeLineStart } from './escape-markdown.ts';
import type { FromHtmlOptions } from './from-html.ts';

/** What stands in a line: text, code, links and footnotes. Emphasis is left out: it says nothing that is read again. Breaks are line feeds. */
export function renderInline(nodes: readonly ChildNode[], options: FromHtmlOptions): string {
  const parts: string[] = [];
  collect(nodes, options, parts, 0);
  const lines = parts
    .join('')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n');
  return lines.split('\n').map(startLine).join('\n').trim();
}

/** Where a line begins with what we wrote, it stays. */
function startLine(line: string): string {
  return /^\s*(?:`|\[)/.test(line) ? line.trimStart() : escapeLineStart(line);
}

const DEEPEST = 200;

function collect(
  nodes: readonly ChildNode[],
  options: FromHtmlOptions,
  parts: string[],
  depth: number,
): void {
  for (const node of nodes) {
    if (isText(node)) parts.push(escapeInline(node.data.replace(/\s+/gu, ' ')));
    else if (isElement(node) && depth < DEEPEST) {
      const name = node.name.toLowerCase();
      if (name === 'br') parts.push('\n');
      else if (name === 'code' || name === 'kbd' || name === 'samp' || name === 'tt')
        parts.push(toCode(toInlineText(node)));
      else if (name === 'a') parts.push(toLink(node, options, depth));
      else if (name === 'sup' && footnoteOf(node) !== null) parts.push(`[^${footnoteOf(node)}]`);
      else if (name === 'sup' || name === 'sub') parts.push(toRaised(node, name, options, depth));
      else if (name === 'q') parts.push('“', inner(node, options, depth), '”');
      else if (name === 'math') parts.push(escapeInline(node.attribs['alttext'] ?? toInlineText(node)));
      else if (name === 'del' || name === 's' || name === 'strike')
        parts.push(`~~${inner(node, options, depth).trim()}~~`);
      else if (name !== 'img' && name !== 'picture' && name !== 'wbr') {
        collect(node.children, options, parts, depth + 1);
        if (/^(?:p|div|li|tr|h\d)$/.test(name)) parts.push('\n');
        else if (/^t[dh]$/.test(name)) parts.push(' ');
      }
    }
  }
}

function inner(node: ParentNode, options: FromHtmlOptions, depth: number): string {
  const parts: string[] = [];
  collect(node.children, options, parts, depth + 1);
  return parts.join('');
}

/** 10<sup>6</sup> must not become 106. */
function toRaised(node: ParentNode, name: string, options: FromHtmlOptions, depth: number): string {
  const text = inner(node, options, depth).trim();
  const digits = name === 'sup' ? '⁰¹²³⁴⁵⁶⁷⁸⁹' : '₀₁₂₃₄₅₆₇₈₉';
  return /^\d+$/.test(text) ? text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit) : text;
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

function toLink(
  node: ParentNode & { attribs?: Record<string, string> },
  options: FromHtmlOptions,
  depth: number,
): string {
  const text = inner(node, options, depth);
  const href = addressOf(node.attribs?.['href'] ?? '', options.url ?? null);
  const label = text.replace(/\s+/gu, ' ').trim();
  if (href === null || label === '' || label.includes('](')) return text;
  if (label === href || /^https?:\/\//.test(label)) return label;
  const start = /^\s/.test(text) ? ' ' : '';
  return `${start}[${label.replace(/(?<!\\)[[\]]/g, '\\$&')}](${href})${/\s$/.test(text) ? ' ' : ''}`;
}

/** An address of the web as a link may hold it; null for scripts, data, places in the page, and what is too long. */
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

/** All the text below a node as it stands there. */
export function toInlineText(node: ParentNode): string {
  return node.children
    .map((child) =>
      isText(child) ? child.data : isElement(child) ? (child.name === 'br' ? '\n' : toInlineText(child)) : '',
    )
    .join('');
}
