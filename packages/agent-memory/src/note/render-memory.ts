import { roomOfKind } from './memory-kind.ts';
import type { MemoryNote } from './memory-note.ts';
import { replacedBy } from './replaced-memories.ts';

/** The note of a memory as text. Only this function writes its frontmatter. */
export function renderMemory(note: MemoryNote): string {
  const { kind, agent, session, evidence, quote, entity, tags, validFrom, validUntil, held } = note;
  const replaced = replacedBy(note);
  const [, ...further] = replaced;
  const lines = [
    `id: ${note.id}`,
    `type: ${roomOfKind(kind)}`,
    `kind: ${kind}`,
    `source: ${note.source}`,
    ...line('agent', agent),
    ...line('session', session),
    ...line('said_by', note.saidBy ?? null),
    ...line('original', note.original ?? null),
    ...line('details', note.details ?? null),
    ...line('bridge', note.bridge ?? null),
    ...(evidence === null
      ? []
      : [`evidence: [${[evidence, ...(note.further ?? [])].map(quoted).join(', ')}]`]),
    ...line('quote', quote),
    ...line('entity', entity),
    ...(tags.length === 0 ? [] : [`tags: [${tags.map(quoted).join(', ')}]`]),
    ...line('valid_from', validFrom),
    ...line('valid_until', validUntil),
    ...(further.length === 0
      ? replaced.map((id) => `supersedes: ${id}`)
      : [`supersedes: [${replaced.join(', ')}]`]),
    ...(held === null ? [] : [`held: ${held}`]),
    `privacy: ${note.privacy}`,
    `created: ${note.created}`,
  ];
  return `---\n${lines.join('\n')}\n---\n${asProse(note.content)}\n`;
}

function line(key: string, value: string | null): string[] {
  return value === null ? [] : [`${key}: ${quoted(value)}`];
}

/**
 * Writes a value as a JSON string, which is also a YAML scalar. Privacy markers in it are escaped, and YAML
 * reads the same value.
 */
function quoted(value: string): string {
  return JSON.stringify(value.toWellFormed()).replace(
    /[<>&%{}#\u0080-\u00a0\u2028\u2029\ufeff]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Text that begins a Markdown block other than prose. */
const BLOCK = /^(?:[#>|+*=~`-]|\d+[.)]|\[|\$\$|%%|<)/u;

/** The statement as prose: a character that would make it a heading, a quotation or code is escaped. */
function asProse(content: string): string {
  const [found] = BLOCK.exec(content) ?? [];
  if (found === undefined) return content;
  const at = found.length - 1;
  return `${content.slice(0, at)}\\${content.slice(at)}`;
}
