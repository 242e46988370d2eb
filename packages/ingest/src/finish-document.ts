import { detectLanguage } from '@memora/language/detect';
import { parsePrivacyMarkers } from '@memora/privacy';
import { isAnchorLabel, writeAnchor } from './anchors/anchor-label.ts';
import { findAnchors } from './anchors/find-anchors.ts';
import type { Document, DocumentAnchor, DocumentFormat } from './document.ts';
import type { DocumentBlock, ReadParts } from './formats/format-reader.ts';
import { hasAny } from './markdown/has-any.ts';
import { titleOfName } from './text/title-of-name.ts';

/** Completes a reader's result to a document: blocks joined, places marked, markers made inert, invisible characters dropped. */
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
  const { markdown, anchors } = parts.blocks.every(isInert)
    ? joinBlocks(parts.blocks)
    : joinCleaned(parts.blocks, clean, counts);
  const { leftOut, encoding, language, authors = [], notices = [], ...meta } = parts.meta ?? {};
  const isOther = encoding !== undefined && encoding !== 'utf-8';
  return {
    title: plainLine(disarmPrivacy(clean(parts.title ?? ''), counts)) || titleOfName(name) || 'Untitled',
    markdown,
    anchors,
    meta: {
      ...meta,
      format,
      // The extractor has another name, because the text without these steps would differ.
      extractor: meta.made === undefined ? extractor : `${extractor}+${meta.made}`,
      ...(isOther ? { encoding } : {}),
      language: language ?? detectLanguage(plainSample(parts.blocks))?.language ?? null,
      authors: authors
        .map((author) => plainLine(disarmPrivacy(clean(author), counts)))
        .filter((author) => author !== ''),
      leftOut: {
        invisible: counts.invisible + (leftOut?.invisible ?? 0),
        active: leftOut?.active ?? 0,
        words: leftOut?.words ?? 0,
        markers: counts.markers,
      },
      notices: isOther ? [...notices, `It is written in ${encoding}.`] : notices,
    },
  };
}

/** Characters of any marker, and invisible ones. */
const ACTIVE = [
  ...'%&<[{\x7f',
  ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)),
].filter((sign) => !'\t\n\r'.includes(sign));
/** A label that is only a number. */
const NUMBER_LABEL = /^(?:page |row |cell )?[\d:]+$/;

/** True for an ASCII block whose text and place contain nothing that could be read as a marker, alone or next to another block. */
function isInert({ text, at, isInert }: DocumentBlock): boolean {
  if (isInert === true) return true;
  return (
    Buffer.byteLength(text) === text.length &&
    !hasAny(text, ACTIVE) &&
    (at === undefined || NUMBER_LABEL.test(at))
  );
}

type Joined = Pick<Document, 'markdown' | 'anchors'>;

function joinCleaned(
  blocks: readonly DocumentBlock[],
  clean: (text: string) => string,
  counts: { markers: number },
): Joined {
  const joined = joinBlocks(blocks.map((block) => ({ ...block, text: clean(block.text) })));
  const markdown = disarmPrivacy(joined.markdown, counts);
  return { markdown, anchors: findAnchors(markdown) };
}

/** The joined string is not read here: a concatenated string is only built when somebody reads it. */
function joinBlocks(blocks: readonly DocumentBlock[]): Joined {
  const anchors: DocumentAnchor[] = [];
  let place: string | undefined;
  let markdown = '';
  for (const { text, at } of blocks) {
    if (text === '') continue;
    if (markdown !== '') markdown += '\n';
    if (at !== undefined && at !== place && isAnchorLabel(at)) {
      place = at;
      markdown += `${writeAnchor(at)}\n`;
      anchors.push({ label: at, offset: markdown.length });
    }
    markdown += `${text}\n`;
  }
  return { markdown, anchors };
}

/** Control characters, tag characters, bidirectional controls, and zero-width characters, except the joiners that scripts need. */
const INVISIBLE =
  /[\u{e0000}-\u{e0fff}]|[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u00ad\u115f\u1160\u3164\uffa0\u180e]|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** All of ASCII except {@link INVISIBLE}. */
const PLAIN = /^[\t\n\r -~]*$/;

function dropInvisible(text: string, counts: { invisible: number }): string {
  if (PLAIN.test(text)) return text;
  return text.replace(INVISIBLE, (character) => {
    // Soft hyphens and damaged characters hide nothing.
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe0000 || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
      counts.invisible++;
    return '';
  });
}

const CLAIM_MARKER = /[[［【]\s*claim\s*[:：]/giu;

/** Turns claim markers and anchors in the text into plain text. */
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

/** Breaks up privacy markers until their parser finds none, including those in code and with look-alike letters. */
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

/** First escapes the characters around the marker; if that is not enough, separates its letters. */
function apart(marker: string, round: number): string {
  if (round === 0) return marker.replace(/&(?:amp;)*lt;|[<＜﹤]/giu, '‹').replace(/%+/g, '‰');
  return Array.from(marker).join(round === 1 ? '·' : ' · ');
}

function plainLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, 300).toWellFormed();
}

/** Enough of the text to detect its language. */
function plainSample(blocks: readonly DocumentBlock[]): string {
  let sample = '';
  for (const { text } of blocks) {
    sample += `${text}\n\n`;
    if (sample.length >= SAMPLE) break;
  }
  return sample.slice(0, SAMPLE).replace(/<!--.*?-->/g, '');
}

/** In UTF-16 units. */
const SAMPLE = 20_000;
