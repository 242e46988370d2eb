/** `parse-with-mdast.ts FOLDER`: parses every note below a folder once with mdast-util-from-markdown, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';

for (const entry of readdirSync(process.argv[2] ?? '.', { withFileTypes: true, recursive: true })) {
  if (entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name))
    fromMarkdown(readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}
