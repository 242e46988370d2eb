import { toPlainText } from '@memora/vault/internal';

/** A list entry that names a thing and describes it: `` `nc`: … ``, `**Key** - …`, `` `x` (required) — … ``. */
interface Lead {
  readonly key: string;
  readonly value: string;
}

const LEAD =
  /^(?<key>(?:`[^`]+`|\*\*[^*]+\*\*|__[^_]+__)(?:\s*\([^()]{1,30}\))?)(?:\s*[:：]|\s+[-–—])\s+(?<value>\S[\s\S]*)$/u;

/** Reads such an entry from its Markdown; null if the text does not begin with marked text and a separator. */
export function readLead(markdown: string): Lead | null {
  const groups = LEAD.exec(markdown)?.groups;
  if (groups === undefined) return null;
  const key = toPlainText(groups['key'] ?? '').replace(/:$/u, '');
  const value = toPlainText(groups['value'] ?? '');
  return key === '' || value === '' || /[:：]$|^(?:if|when|because)\b/iu.test(value) ? null : { key, value };
}
