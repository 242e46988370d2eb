import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const IMPORT = /\b(import|export)\s*\{([^}]*)\}\s*from\s*'(@memora\/[\w-]+)(\/[\w-]+)?';/g;
const LATER = /\bconst \{([^}]*)\} = await import\('(@memora\/[\w-]+)(\/[\w-]+)?'\)/g;
const LATER_ONE = /\(await import\('(@memora\/[\w-]+)(\/[\w-]+)?'\)\)\.(\w+)/g;
const OURS = /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/;
const EXPORT = /export\s*\{([^}]*)\}\s*from\s*'([^']+)';/g;

/**
 * An esbuild plugin that points each named import of a workspace package, `await import()` among them, at the file that defines the name. esbuild puts
 * everything an index re-exports into one chunk, so without this a question would load the Markdown parser and the network.
 */
export function skipBarrels(): { name: string; transform: (source: string, path: string) => string | null } {
  const barrels = new Map<string, Map<string, { file: string; name: string }>>();
  return {
    name: 'skip-barrels',
    transform: (source, path) => {
      if (!OURS.test(path)) return null;
      const contents = source.replace(IMPORT, (statement, keyword, names, name, subpath = '') => {
        const barrel = readBarrel(name, subpath);
        const parts = splitNames(names).map(({ from, to }) => {
          const place = barrel.get(from);
          return place === undefined
            ? `${keyword} { ${from} as ${to} } from '${name}${subpath}';`
            : `${keyword} { ${place.name} as ${to} } from ${JSON.stringify(place.file)};`;
        });
        // On one line, so that the line numbers of the file stay the same.
        return parts.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
      });
      const later = contents
        .replace(LATER, (statement, names, name, subpath = '') => {
          const asked = splitNames(names, ':');
          const places = placesOf(asked, name, subpath);
          if (places === null) return statement;
          const files = [...new Set(places.map(({ file }) => file))];
          const taken = files.map((file) => {
            const own = places.flatMap((place, i) =>
              place.file === file ? [`${place.name}: ${asked[i]?.to}`] : [],
            );
            return `{ ${own.join(', ')} }`;
          });
          const opened = files.map((file) => `import(${JSON.stringify(file)})`).join(', ');
          return `const [${taken.join(', ')}] = await Promise.all([${opened}])`;
        })
        .replace(LATER_ONE, (whole, name, subpath = '', one) => {
          const [place] = placesOf([{ from: one }], name, subpath) ?? [];
          return place === undefined ? whole : `(await import(${JSON.stringify(place.file)})).${place.name}`;
        });
      return later === source ? null : later;
    },
  };

  /** The files that define names; null if an index does not show the file of one of them. */
  function placesOf(names: readonly { readonly from: string }[], name: string, subpath: string) {
    const barrel = readBarrel(name, subpath);
    const places = names.flatMap(({ from }) => barrel.get(from) ?? []);
    return places.length === names.length ? places : null;
  }

  function readBarrel(name: string, subpath: string): Map<string, { file: string; name: string }> {
    const key = `${name}${subpath}`;
    const known = barrels.get(key);
    if (known !== undefined) return known;
    const folder = join(packages, name.slice('@memora/'.length));
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const entry = manifest.exports[subpath === '' ? '.' : `.${subpath}`];
    // An entry that only this repository uses is a path.
    const source =
      typeof entry === 'string' ? entry : (entry['memora-source'] ?? entry.node['memora-source']);
    const index = join(folder, source);
    const places = new Map<string, { file: string; name: string }>();
    barrels.set(key, places);
    for (const [, names = '', from = ''] of readFileSync(index, 'utf8').matchAll(EXPORT)) {
      if (!from.startsWith('.')) continue;
      const file = fileURLToPath(new URL(from, pathToFileURL(join(dirname(index), 'x'))));
      for (const each of splitNames(names)) places.set(each.to, { file, name: each.from });
    }
    return places;
  }
}

/** The values among the names of an import or export. Types leave nothing behind in JavaScript. */
function splitNames(names: string, as: ' as ' | ':' = ' as '): { from: string; to: string }[] {
  return names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => {
      const [from = '', to = from] = each.split(as).map((one) => one.trim());
      return { from, to };
    });
}
