import { detectLanguage } from '@memora/language/detect';
import { parsePrivacyMarkers } from '@memora/privacy';
import { isAnchorLabel, writeAnchor } from './anchors/anchor-label.ts';
import { findAnchors } from './anchors/find-anchors.ts';
import type { Document, DocumentFormat } from './document.ts';
import type { DocumentBlock, ReadParts } from './formats/format-reader.ts';
import { titleOfName } from './text/title-of-name.ts';

/** What a reader gave, as a document: blocks joined, places marked, markers made inert, invisible characters dropped. */
export function finishDocument(
  parts: ReadParts,
  {
    format,
    extractor,
    name,
  }: { readonly format: DocumentFormat; readonly extractor: string; readonly name: string | null },
): Document {
  const counts = { invisible: 0, markers: 0 };
  const clean = (text: string): string => disarmMarkers(dropInvisible(text, counts), counts);
  const isInert = parts.blocks.every(beginsNoMarker);
  const blocks = isInert
    ? parts.blocks
    : parts.blocks.map((block) => ({ ...block, text: clean(block.text) }));
  const joined = joinBlocks(blocks.filter(({ text }) => text !== ''));
  const markdown = isInert ? joined : disarmPrivacy(joined, counts);
  const { leftOut, encoding, language, authors = [], notices = [], ...meta } = parts.meta ?? {};
  const isOther = encoding !== undefined && encoding !== 'utf-8';
  return {
    title: plainLine(disarmPrivacy(clean(parts.title ?? ''), counts)) || titleOfName(name) || 'Untitled',
    markdown,
    anchors: findAnchors(markdown),
    meta: {
      ...meta,
      format,
      extractor,
      ...(isOther ? { encoding } : {}),
      language: language ?? detectLanguage(plainSample(markdown))?.language ?? null,
      authors: authors
        .map((author) => plainLine(disarmPrivacy(clean(author), counts)))
        .filter((author) => author !== ''),
      leftOut: {
        invisible: counts.invisible + (leftOut?.invisible ?? 0),
        active: leftOut?.active ?? 0,
        markers: counts.markers,
      },
      notices: isOther ? [...notices, `It is written in ${encoding}.`] : notices,
    },
  };
}

/** ASCII without the signs that a marker of any kind begins with. */
const INERT = /^[\t\n\r !-$'-;=-Z\\-z|-~]*$/;
/** A label that names nothing but a number. */
const NUMBER_LABEL = /^(?:page |row |cell )?[\d:]+$/;

/** True where neither the text nor its place has anything that could be read as a marker, alone or beside others that have nothing. */
function beginsNoMarker({ text, at }: DocumentBlock): boolean {
  return INERT.test(text) && (at === undefined || NUMBER_LABEL.test(at));
}

function joinBlocks(blocks: readonly DocumentBlock[]): string {
  let place: string | undefined;
  return blocks
    .map(({ text, at }) => {
      if (at === undefined || at === place || !isAnchorLabel(at)) return `${text}\n`;
      place = at;
      return `${writeAnchor(at)}\n${text}\n`;
    })
    .join('\n');
}

/** Control characters, tag characters, marks of direction that reorder a line, and what has no width, but for the joiners that scripts need. */
const INVISIBLE =
  /[\u{e0000}-\u{e0fff}]|[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u00ad\u115f\u1160\u3164\uffa0\u180e]|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** All of ASCII that {@link INVISIBLE} leaves. */
const PLAIN = /^[\t\n\r -~]*$/;

function dropInvisible(text: string, counts: { invisible: number }): string {
  if (PLAIN.test(text)) return text;
  return text.replace(INVISIBLE, (character) => {
    // What is a soft hyphen or damaged hides nothing.
    if ((character.codePointAt(0) ?? 0) >= 0xe0000 || /[\u202a-\u202e\u2066-\u2069]/u.test(character))
      counts.invisible++;
    return '';
  });
}

const CLAIM_MARKER = /[[［【]\s*claim\s*[:：]/giu;

/** The text with claim markers and anchors in it as what they are there: text. */
function disarmMarkers(text: string, counts: { markers: number }): string {
  if (!/[[［【<]/u.test(text)) return text;
  const inert = text.replace(CLAIM_MARKER, (marker, at: number) => {
    counts.markers++;
    return text[at - 1] === '\\' ? marker : `\\${marker}`;
  });
  return inert.replace(/<!--(?=\s*anchor:)/giu, () => {
    counts.markers++;
    return '&lt;!--';
  });
}

/** Taken apart until the reader of privacy markers finds none: whatever it reads as one, in code and with letters that look alike too. */
function disarmPrivacy(text: string, counts: { markers: number }): string {
  let bytes = new TextEncoder().encode(text);
  for (let round = 0; round < 4; round++) {
    const { markers } = parsePrivacyMarkers(bytes);
    if (markers.length === 0) break;
    if (round === 0) counts.markers += markers.length;
    const decoder = new TextDecoder();
    let next = '';
    let at = 0;
    for (const { start, end } of markers) {
      const marker = decoder.decode(bytes.subarray(start, end));
      next += decoder.decode(bytes.subarray(at, start)) + apart(marker, round);
      at = end;
    }
    bytes = new TextEncoder().encode(next + decoder.decode(bytes.subarray(at)));
  }
  return new TextDecoder().decode(bytes);
}

/** First the signs around it are written otherwise; where that is not enough, its letters are set apart. */
function apart(marker: string, round: number): string {
  if (round === 0) return marker.replace(/&(?:amp;)*lt;|[<＜﹤]/giu, '‹').replace(/%+/g, '‰');
  return Array.from(marker).join(round === 1 ? '·' : ' · ');
}

function plainLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, 300).toWellFormed();
}

/** Enough of the text to know its language by. */
function plainSample(markdown: string): string {
  return markdown.slice(0, 20_000).replace(/<!--.*?-->/g, '');
}
