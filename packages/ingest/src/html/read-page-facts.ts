import { DomUtils } from 'htmlparser2';
import { toDay } from '../text/to-day.ts';
import type { Document } from './dom.ts';

/** The metadata of a page. */
interface PageFacts {
  readonly title: string | null;
  readonly language: string | null;
  readonly authors: readonly string[];
  readonly published: string | null;
  /** Its own address; relative links are relative to it. */
  readonly url: string | null;
}

/** Reads the metadata in the head of a page: title, language, authors, date. */
export function readPageFacts(page: Document): PageFacts {
  const metas = new Map<string, string>();
  for (const { attribs } of DomUtils.getElementsByTagName('meta', page)) {
    const key = (attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '').toLowerCase();
    const value = attribs['content']?.trim() ?? '';
    if (key !== '' && value !== '' && !metas.has(key)) metas.set(key, value);
  }
  const first = (...keys: readonly string[]) =>
    keys.map((key) => metas.get(key)).find((value) => value !== undefined);
  const [titled] = DomUtils.getElementsByTagName('title', page);
  const [html] = DomUtils.getElementsByTagName('html', page);
  const heading = DomUtils.getElementsByTagName('h1', page);
  const h1 = heading.length === 1 && heading[0] !== undefined ? plain(DomUtils.textContent(heading[0])) : '';
  const title =
    first('og:title', 'twitter:title') ?? plain(titled === undefined ? '' : DomUtils.textContent(titled));
  const canonical = DomUtils.getElementsByTagName('link', page).find(
    ({ attribs }) => attribs['rel'] === 'canonical',
  );
  return {
    // In "Heading | Site", the part before the bar is the heading.
    title: (h1 !== '' && title.startsWith(h1) ? h1 : title) || h1 || null,
    language:
      /^[a-z]{2,3}\b/i
        .exec(html?.attribs['lang'] ?? first('og:locale', 'language') ?? '')?.[0]
        .toLowerCase() ?? null,
    authors: namesOf(first('author', 'article:author', 'dc.creator', 'citation_author')),
    published: toDay(
      first(
        'article:published_time',
        'datepublished',
        'date',
        'dc.date',
        'dc.date.issued',
        'citation_publication_date',
      ) ?? null,
    ),
    url: canonical?.attribs['href'] ?? null,
  };
}

function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function namesOf(author: string | undefined): string[] {
  if (author === undefined || /^https?:/.test(author)) return [];
  return author
    .split(/\s*(?:,|;| and | & )\s*/)
    .map(plain)
    .filter((name) => name !== '' && name.length < 100);
}
