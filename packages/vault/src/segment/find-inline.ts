import { decodeAddress } from '@memora/core/internal';
import { allMatches } from '@memora/language/text';
import type { Range } from '../parse/block.ts';
import { blankRanges, findInlineCode, isEscaped } from './mask-inline-syntax.ts';

/** A link as written, before bands and bytes are known. */
interface FoundLink extends Range {
  readonly kind: 'wiki' | 'markdown';
  readonly target: string;
  readonly heading: string | null;
  readonly blockId: string | null;
  readonly alias: string | null;
  readonly embed: boolean;
}

interface FoundTag extends Range {
  readonly tag: string;
}

const WIKI = /(!?)\[\[([^[\]\n]+)\]\]/g;
const MARKDOWN =
  /(!?)\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]*\])*)\]\(\s*(<[^>\n]*>|[^\s()<]+(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g;
/** A tag follows white space or an escaped character. It holds letters, digits, `_`, `-`, `/` and every symbol that is neither ASCII nor punctuation. */
const TAG =
  /(?<=^|\s|\\[!-/:-@[-`{-~])#((?:[\p{L}\p{M}\p{N}_/-]|(?![\0-\x7f\u2000-\u206f\u3000-\u303f])[\p{S}\p{Cf}])+)/gu;
const HTML_COMMENT = /<!--[\s\S]*?-->/g;

/** The links and tags of a text, without those inside inline code. `base` is added to each offset. */
export function findInline(source: string, base: number): { links: FoundLink[]; tags: FoundTag[] } {
  const text = withoutCodeAndComments(source);
  const links: FoundLink[] = [];
  if (text.includes('[[')) {
    for (const match of allMatches(text, WIKI)) {
      if (!isEscaped(text, match.index)) links.push(toWikiLink(match, base));
    }
  }
  if (text.includes('](')) {
    for (const match of allMatches(text, MARKDOWN)) {
      if (!isEscaped(text, match.index)) links.push(toMarkdownLink(match, base));
    }
  }
  const tags: FoundTag[] = [];
  if (text.includes('#')) {
    const open = blankRanges(
      text,
      links
        .map(({ start, end }) => ({ start: start - base, end: end - base }))
        .sort((a, b) => a.start - b.start),
      'x',
    );
    for (const match of allMatches(open, TAG)) {
      const tag = match[1] as string;
      // In Obsidian, a tag of digits only is not a tag.
      if (/^[\d]+$/.test(tag)) continue;
      const start = match.index + base;
      tags.push({ tag, start, end: start + tag.length + 1 });
    }
  }
  return { links: links.sort((a, b) => a.start - b.start), tags };
}

function withoutCodeAndComments(source: string): string {
  const text = source.includes('`') ? blankRanges(source, findInlineCode(source), 'x') : source;
  return text.includes('<!--') ? text.replace(HTML_COMMENT, (comment) => ' '.repeat(comment.length)) : text;
}

function toWikiLink(match: RegExpMatchArray, base: number): FoundLink {
  const start = (match.index ?? 0) + base;
  const inner = match[2] as string;
  const found = /\\?\|/.exec(inner);
  // If nothing comes before the bar, the bar is part of the name.
  const bar = found === null || inner.slice(0, found.index).trim() === '' ? null : found;
  const address = bar === null ? inner : inner.slice(0, bar.index);
  const alias = bar === null ? null : inner.slice(bar.index + bar[0].length).trim();
  return {
    kind: 'wiki',
    ...splitAddress(address.trim()),
    alias,
    embed: match[1] === '!',
    start,
    end: start + match[0].length,
  };
}

function toMarkdownLink(match: RegExpMatchArray, base: number): FoundLink {
  const start = (match.index ?? 0) + base;
  const written = (match[3] as string).replace(/^<(.*)>$/, '$1');
  const isExternal = /^[a-z][a-z0-9+.-]*:/i.test(written);
  return {
    kind: 'markdown',
    ...(isExternal
      ? { target: written, heading: null, blockId: null }
      : splitAddress(decodeAddress(written))),
    alias: match[2] === '' ? null : (match[2] as string),
    embed: match[1] === '!',
    start,
    end: start + match[0].length,
  };
}

function splitAddress(address: string): Pick<FoundLink, 'target' | 'heading' | 'blockId'> {
  const hash = address.indexOf('#');
  if (hash === -1) return { target: address, heading: null, blockId: null };
  const target = address.slice(0, hash).trim();
  const rest = address.slice(hash + 1);
  const caret = rest.lastIndexOf('^');
  if (caret === -1) return { target, heading: rest.trim() || null, blockId: null };
  const heading = rest.slice(0, caret).replace(/#$/, '').trim();
  return { target, heading: heading || null, blockId: rest.slice(caret + 1).trim() || null };
}
