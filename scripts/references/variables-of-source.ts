import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url));
const READ =
  /\benv(?:ironment)?\??\.?(?:\[['"`]([A-Z][A-Z0-9_]+)['"`]\]|\.([A-Z][A-Z0-9_]+)\b)|['"]([A-Z]+_API_KEY)['"]/g;

/** Variables of the operating system, which defines their meaning. */
const OF_THE_SYSTEM = new Set(
  'APPDATA CI DISPLAY HOME LOCALAPPDATA PATH TERM USER USERPROFILE WAYLAND_DISPLAY WSL_DISTRO_NAME XDG_CACHE_HOME XDG_CONFIG_HOME'.split(
    ' ',
  ),
);

/** Every environment variable that published source reads by name, except those of the system. */
export function variablesOfSource(): string[] {
  const names = new Set<string>();
  for (const path of sourceFiles()) {
    if (!path.endsWith('.ts') || /\.test\.ts$|testing-fixtures|enemies/.test(path)) continue;
    for (const match of readFileSync(join(PACKAGES, path), 'utf8').matchAll(READ)) {
      const name = match[1] ?? match[2] ?? match[3] ?? '';
      if (!OF_THE_SYSTEM.has(name)) names.add(name);
    }
  }
  return [...names].sort();
}

/** Only the packages' own folders. A recursive search of everything would follow the links in `node_modules`. */
function sourceFiles(): string[] {
  return readdirSync(PACKAGES).flatMap((name) => {
    const source = join(name, 'src');
    if (!existsSync(join(PACKAGES, source))) return [];
    return readdirSync(join(PACKAGES, source), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(source, file),
    );
  });
}
