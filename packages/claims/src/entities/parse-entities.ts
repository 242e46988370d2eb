/** A name that the user gave to an entity or took from it. */
interface EntityAlias {
  readonly name: string;
  /** The folder or note in which the name means this entity; null for everywhere. */
  readonly within: string | null;
}

/** The user's entry for one entity. */
export interface EntityEntry {
  readonly name: string;
  readonly aliases: readonly EntityAlias[];
  /** Names that notes use for it but that mean something else. */
  readonly not: readonly string[];
}

/** Separates a name from the folder that it is limited to. */
const WITHIN = ' @ ';
const NOT = 'not: ';

/**
 * Reads the text of `_entities.md`: each second-level heading is an entity and each list item under it is one
 * of its names. `- Anna @ work/` limits a name to a folder; `- not: Anna` says that the name means something
 * else. Other text is the user's prose and is ignored. Later lines override earlier ones.
 */
export function parseEntities(text: string): EntityEntry[] {
  const byName = new Map<string, { name: string; aliases: EntityAlias[]; not: string[] }>();
  let open: { name: string; aliases: EntityAlias[]; not: string[] } | null = null;
  for (const line of text.split(/\r?\n/u)) {
    const heading = after(line, '## ');
    if (heading !== null) {
      open = byName.get(heading) ?? { name: heading, aliases: [], not: [] };
      byName.set(heading, open);
      continue;
    }
    const item = after(line, '- ') ?? after(line, '* ');
    if (item === null || open === null) continue;
    const other = after(item, NOT);
    if (other !== null) {
      open.not.push(other);
      continue;
    }
    const at = item.lastIndexOf(WITHIN);
    open.aliases.push(
      at < 0
        ? { name: item, within: null }
        : { name: item.slice(0, at).trim(), within: item.slice(at + WITHIN.length).trim() },
    );
  }
  return [...byName.values()];
}

function after(line: string, mark: string): string | null {
  const rest = line.startsWith(mark) ? line.slice(mark.length).trim() : '';
  return rest === '' ? null : rest;
}

/** Returns the lines of a decision in the format of the file. */
export function formatEntity(
  name: string,
  { aliases = [], not = [] }: { readonly aliases?: readonly EntityAlias[]; readonly not?: readonly string[] },
): string {
  const lines = [
    ...aliases.map((alias) => `- ${alias.name}${alias.within === null ? '' : `${WITHIN}${alias.within}`}`),
    ...not.map((each) => `- ${NOT}${each}`),
  ];
  return `\n## ${name}\n\n${lines.join('\n')}\n`;
}
