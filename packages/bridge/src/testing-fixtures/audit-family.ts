import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_VERDICTS, type AuditVerdict } from '../audit/verdict.ts';
import { auditStore } from '../audit-store.ts';

/** Memories with the verdict that each is to get, over notes, chats and a repository. */
export interface AuditFamily {
  readonly names: readonly string[];
  readonly note: (name: string, i: number) => string;
  /** What the user says of each. */
  readonly said: (name: string, i: number) => string;
  readonly memories: readonly (readonly [AuditVerdict, (name: string, i: number) => string])[];
}

/** Audits a family, and gives a line of figures for each verdict, and one for each sentence that was judged otherwise. */
export async function auditFamily({ names, note, said, memories }: AuditFamily): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'family-'));
  try {
    await mkdir(join(root, 'vault'));
    await mkdir(join(root, 'repository'));
    for (const [i, name] of names.entries())
      await writeFile(join(root, 'vault', `${name}.md`), note(name, i));
    await writeFile(join(root, 'repository/package.json'), '{"name":"x","scripts":{"test":"vitest"}}\n');
    const messages = names.flatMap((name, i) => [
      { role: 'user', content: said(name, i) },
      { role: 'assistant', content: 'Noted.' },
    ]);
    await writeFile(join(root, 'chats.json'), JSON.stringify([{ id: 'c1', messages }]));
    const planted = memories.flatMap(([verdict, text]) =>
      names.map((name, i) => ({ verdict, text: text(name, i) })),
    );
    const rows = planted.map(({ text }, i) => ({ id: `m${i}`, memory: text, user_id: 'u' }));
    const { findings } = await auditStore([new TextEncoder().encode(JSON.stringify(rows))], {
      against: [join(root, 'vault'), join(root, 'chats.json')],
      folder: join(root, 'repository'),
    });
    const given = new Map(findings.map(({ memory, verdict }) => [memory.text.trim(), verdict]));
    const wrong = memories.flatMap(([verdict, text]) => {
      const shown = text(names[0] as string, 0);
      const missed = names.filter((name, i) => given.get(text(name, i)) !== verdict).length;
      return missed === 0
        ? []
        : [`${verdict}, but ${given.get(shown)} for ${missed} of ${names.length}: ${shown}`];
    });
    const figures = AUDIT_VERDICTS.flatMap((verdict) => {
      const own = planted.filter((each) => each.verdict === verdict);
      const called = planted.filter(({ text }) => given.get(text) === verdict);
      if (own.length + called.length === 0) return [];
      const right = called.filter((each) => each.verdict === verdict).length;
      const of = (count: number) => (count === 0 ? '  –  ' : (right / count).toFixed(3));
      return [
        `${verdict.padEnd(26)} ${String(own.length).padStart(3)}  precision ${of(called.length)}  recall ${of(own.length)}`,
      ];
    });
    return [...figures, ...wrong];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
