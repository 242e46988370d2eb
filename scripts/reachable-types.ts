import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The exports of a package entry. */
export interface EntryExports {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** The names that a source exports, including those of its `export *`. */
export function exportsOf(file: string): EntryExports {
  const { module, program } = parseSync(file, readFileSync(file, 'utf8'));
  const declared = new Set(
    program.body.flatMap((node) =>
      node.type === 'ExportNamedDeclaration' &&
      (node.declaration?.type === 'TSInterfaceDeclaration' ||
        node.declaration?.type === 'TSTypeAliasDeclaration')
        ? [node.declaration.id.name]
        : [],
    ),
  );
  const values: string[] = [];
  const types: string[] = [];
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, isType, moduleRequest } of entries) {
      if (moduleRequest !== null && importName.kind === 'AllButDefault') {
        const others = exportsOf(join(dirname(file), moduleRequest.value));
        values.push(...others.values);
        types.push(...others.types);
      } else if (exportName.name !== null)
        (isType || declared.has(exportName.name) ? types : values).push(exportName.name);
    }
  return { values, types };
}

/** The signatures of all declarations in the sources under a folder, by name. Declarations with the same name are joined. */
export function signaturesIn(folder: string): ReadonlyMap<string, string> {
  const signatures = new Map<string, string>();
  for (const file of sourcesIn(folder)) {
    const text = readFileSync(file, 'utf8');
    for (const node of parseSync(file, text).program.body) {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      if (declared === null) continue;
      const add = (name: string, start: number, end: number) =>
        signatures.set(name, `${signatures.get(name) ?? ''}\n${text.slice(start, end)}`);
      if (declared.type === 'FunctionDeclaration' && declared.id !== null)
        add(declared.id.name, declared.start, declared.body?.start ?? declared.end);
      else if (declared.type === 'ClassDeclaration' && declared.id !== null)
        add(declared.id.name, declared.start, declared.end);
      else if (declared.type === 'TSInterfaceDeclaration' || declared.type === 'TSTypeAliasDeclaration')
        add(declared.id.name, declared.start, declared.end);
      else if (declared.type === 'VariableDeclaration')
        for (const each of declared.declarations)
          if (each.id.type === 'Identifier') add(each.id.name, each.start, each.end);
    }
  }
  return signatures;
}

/** The names in the signatures of `from`, in the signatures of these names, and so on. */
export function namesReachedFrom(
  from: Iterable<string>,
  signatures: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const text = signatures.get(name);
    if (text === undefined) continue;
    for (const [found] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
      if (found === name || reached.has(found)) continue;
      reached.add(found);
      if (/^\p{Lu}/u.test(found)) open.push(found);
    }
  }
  return reached;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing-fixtures' ? [] : sourcesIn(path);
    return entry.name.endsWith('.ts') && !/\.test(?:-d)?\.ts$/.test(entry.name) ? [path] : [];
  });
}
