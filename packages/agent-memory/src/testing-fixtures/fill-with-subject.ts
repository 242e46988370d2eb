import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const COLOURS = ['green', 'white', 'blue', 'yellow', 'grey', 'red', 'black', 'brown', 'orange', 'violet'];

/** Writes `count` memories about one subject into a vault, from other sessions, and returns their texts. */
export async function fillWithSubject(root: string, count: number): Promise<string[]> {
  const folder = join(root, 'semantic/memory/harbor');
  await mkdir(folder, { recursive: true });
  const statements: string[] = [];
  for (let i = 0; i < count; i++) {
    const content = `Warehouse ${i} of Harbor is painted ${COLOURS[i % COLOURS.length]}.`;
    const sign = i.toString(36).padStart(12, '0');
    await writeFile(
      join(folder, `warehouse-${sign}.md`),
      `---\nid: mem_${sign}\ntype: semantic\nkind: fact\nsource: agent\nsession: "conv_before"\nentity: "Harbor"\nprivacy: private\ncreated: 2026-03-01T09:00:00Z\n---\n${content}\n`,
    );
    statements.push(content);
  }
  return statements;
}
