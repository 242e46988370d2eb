interface StyleRule {
  readonly selectors: string;
  readonly rules: string;
}

/** The rules of a style sheet, including those in groups such as `@supports`, except those for print and for some widths. Reads each character once. */
export function* readRules(css: string): Generator<StyleRule> {
  let prelude = '';
  /** The number of open groups that are skipped. */
  let skipped = 0;
  for (let at = 0; at < css.length; at++) {
    const sign = css[at];
    if (sign === '/' && css[at + 1] === '*') {
      const end = css.indexOf('*/', at + 2);
      if (end === -1) return;
      at = end + 1;
    } else if (sign === '{') {
      const head = prelude.trim();
      prelude = '';
      if (skipped > 0 || isLeftOut(head)) skipped++;
      else if (!head.startsWith('@')) {
        const end = css.indexOf('}', at);
        if (end === -1) return;
        yield { selectors: head, rules: css.slice(at + 1, end) };
        at = end;
      }
    } else if (sign === '}' || sign === ';') {
      prelude = '';
      if (sign === '}' && skipped > 0) skipped--;
    } else prelude += sign;
  }
}

function isLeftOut(head: string): boolean {
  return head.startsWith('@media') && ['print', 'max-width', 'min-width'].some((word) => head.includes(word));
}
