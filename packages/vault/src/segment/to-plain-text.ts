/** The visible text of a line of Markdown, without emphasis, code ticks, link syntax, block ids and privacy markers. */
export function toPlainText(markdown: string): string {
  if (!/[*_`[\]<\\=~^]/.test(markdown)) return evenSpaces(markdown);
  return evenSpaces(withoutMarkup(markdown));
}

function evenSpaces(text: string): string {
  return /\s\s|[^\S ]|^\s|\s$/.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

function withoutMarkup(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(
      /!?\[\[([^[\]|]*?)(?:\\?\|([^[\]]*))?\]\]/g,
      (_, target: string, alias?: string) => alias ?? target,
    )
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?:\s"[^"]*")?\)/g, '$1')
    .replace(/(\*\*\*|\*\*|\*|~~|==)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])(__|_)(?=\S)([\s\S]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/`+([^`]*)`+/g, '$1')
    .replace(/\s\^[A-Za-z0-9-]+$/, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
