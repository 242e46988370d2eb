/** A name that a person gave to an entity, or took from it. */
interface EntityAlias {
  readonly name: string;
  /** The folder or note in which the name means this entity; null for everywhere. */
  readonly within: string | null;
}

/** What a person says of one entity. */
export interface EntityEntry {
  readonly name: string;
  readonly aliases: readonly EntityAlias[];
  /** Names that notes give it and that mean something else. */
  readonly not: readonly string[];
}

/** Where a name stops and the folder begins in which it holds. */
const WITHIN = ' @ ';
const NOT = 'not: ';

/**
 * Reads the text of `_entities.md`: each heading of the second level is an entity, each list item under it a name of it. `- Anna @ work/` is a
 * name within a folder, `- not: Anna` one that means something else. Everything else is the user's prose and ignored. What stands
 * further down goes before what stands above.
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

/** The lines of a decision, as they are added to the file. */
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
