import type { MailThread } from '../document.ts';
import { dropUnseen } from '../html/drop-unseen.ts';
import { parseTree } from '../html/parse-tree.ts';
import { escapeInline, escapeMarkdown } from '../markdown/escape-markdown.ts';
import { htmlToBlocks } from '../markdown/from-html.ts';
import { toDay } from '../text/to-day.ts';
import type { DocumentBlock, FormatReader, ReadParts } from './format-reader.ts';
import { loadParser } from './load-parser.ts';

/** One mail: its sender, recipients and date, then its text, with quoted parts as quotes. */
export const reader: FormatReader = {
  extractor: 'memora-mail@4',
  read: ({ bytes }) => readMail(bytes),
};

interface Address {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly group?: readonly Address[] | undefined;
}

export async function readMail(bytes: Uint8Array): Promise<ReadParts> {
  const { default: PostalMime } = await loadParser(['postal-mime'], 'mail', () => import('postal-mime'));
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 32, maxHeadersSize: 1024 * 1024 });
  const leftOut = { invisible: 0, active: 0 };
  const from = namesOf(mail.from === undefined ? [] : [mail.from as Address]);
  const published = toDay(mail.date);
  const fields: readonly (readonly [string, string])[] = [
    ['From', from.join(', ')],
    ['To', namesOf((mail.to ?? []) as Address[]).join(', ')],
    ['Cc', namesOf((mail.cc ?? []) as Address[]).join(', ')],
    ['Date', published ?? ''],
    ['Subject', mail.subject ?? ''],
  ];
  const head = fields
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `- ${name}: ${escapeInline(value.replace(/\s+/gu, ' ').trim())}`)
    .join('\n');
  const text = mail.text?.trim() ?? '';
  const body = text === '' ? fromHtml(mail.html ?? '', leftOut) : quotedParts(text);
  const attachments = mail.attachments.filter(
    ({ disposition, related }) => disposition === 'attachment' || related !== true,
  );
  const key = mail.messageId?.trim();
  const thread = threadOf(key, mail.inReplyTo, mail.references);
  return {
    ...(mail.subject === undefined || mail.subject.trim() === '' ? {} : { title: mail.subject }),
    blocks: [...(head === '' ? [] : [{ text: head }]), ...body],
    meta: {
      authors: from,
      ...(published === null ? {} : { published }),
      ...(key === undefined || key === '' ? {} : { key }),
      ...(thread === null ? {} : { thread }),
      leftOut,
      notices:
        attachments.length === 0
          ? []
          : [`Left out: ${attachments.length} attachment${attachments.length === 1 ? '' : 's'}.`],
    },
  };
}

/** `References` lists a thread from its first mail to the answered one; programs that omit it write `In-Reply-To`. */
function threadOf(own = '', inReplyTo = '', references = ''): MailThread | null {
  const [answered, listed] = [inReplyTo, references].map((field) => field.match(/<[^<>\s]{1,400}>/g) ?? []);
  const root = listed?.[0] ?? answered?.[0] ?? own;
  return root === '' ? null : { root, answers: answered?.[0] ?? listed?.at(-1) ?? null };
}

function namesOf(addresses: readonly Address[]): string[] {
  return addresses.flatMap(({ name = '', address = '', group }) =>
    group !== undefined
      ? namesOf(group)
      : [name.trim() === '' ? address : name.trim()].filter((each) => each !== ''),
  );
}

function fromHtml(html: string, leftOut: { invisible: number; active: number }): DocumentBlock[] {
  const tree = parseTree(html);
  Object.assign(leftOut, dropUnseen(tree));
  return htmlToBlocks(tree).map(({ text }) => ({ text }));
}

/** Lines between dashes that Outlook writes above an answered or forwarded mail, in any language; header fields follow. */
const ANSWERED =
  /^-{3,}[ \t]*[^-\s][^\n]{0,60}?[ \t]*-{3,}[ \t]*\n(?:[ \t]*\n)?(?=(?:\*?[^\s:>][^\n:>]{0,30}:\*?[ \t][^\n]*\n){2})/mu;

/** Quoted text: lines that begin with `>`, and everything below the header of the answered mail. */
function quotedParts(text: string): DocumentBlock[] {
  const lines = text.replace(/\r\n?/g, '\n');
  const answered = ANSWERED.exec(lines);
  if (answered === null) return quotedLines(lines);
  const below = lines.slice(answered.index + answered[0].length).replace(/^/gm, '> ');
  return [...quotedLines(lines.slice(0, answered.index)), ...quotedLines(below)];
}

function quotedLines(text: string): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let lines: string[] = [];
  let depth = 0;
  const flush = (): void => {
    const paragraphs = lines
      .join('\n')
      .split(/\n(?:[^\S\n]*\n)+/)
      .map((part) => escapeMarkdown(part.trim()))
      .filter((part) => part !== '');
    lines = [];
    if (depth === 0) blocks.push(...paragraphs.map((each) => ({ text: each })));
    else if (paragraphs.length > 0) {
      const sign = '> '.repeat(depth);
      const quoted = paragraphs
        .join('\n\n')
        .split('\n')
        .map((line) => (sign + line).trimEnd());
      blocks.push({ text: quoted.join('\n') });
    }
  };
  for (const line of text.split('\n')) {
    const [marks = ''] = /^(?:>[ \t]?)*/.exec(line) ?? [];
    const level = Math.min(6, (marks.match(/>/g) ?? []).length);
    if (level !== depth) flush();
    depth = level;
    lines.push(line.slice(marks.length));
  }
  flush();
  return blocks;
}
