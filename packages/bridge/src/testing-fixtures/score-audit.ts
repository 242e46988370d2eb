import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AUDIT_VERDICTS, type AuditVerdict } from '../audit/verdict.ts';
import { auditStore } from '../audit-store.ts';
import { type Planted, plantMemories } from './plant-memories.ts';
import { writeStores } from './write-stores.ts';

/** One planted memory and its verdict. */
export interface Judged {
  readonly format: string;
  readonly planted: Planted;
  readonly verdict: AuditVerdict | 'unread';
  readonly code: string;
}

/** Precision and recall of one verdict. */
export interface Score {
  readonly verdict: AuditVerdict;
  readonly planted: number;
  readonly precision: number;
  readonly recall: number;
}

/** Writes a world of planted memories to disk, audits each of its stores, and returns the verdict on every memory. */
export async function judgePlanted(
  each: number,
  isWanted: (format: string) => boolean = () => true,
): Promise<readonly Judged[]> {
  const root = await mkdtemp(join(tmpdir(), 'planted-'));
  try {
    const world = plantMemories(each);
    await put(join(root, 'vault'), world.notes);
    await put(join(root, 'repository'), world.repository);
    await put(root, { 'chats.json': JSON.stringify([{ id: 'c1', messages: world.chats }]) });
    const judged: Judged[] = [];
    for (const { format, path, files, planted } of writeStores(world.planted)) {
      if (!isWanted(format)) continue;
      await put(join(root, format), files);
      const { findings } = await auditStore([join(root, format, path)], {
        against: [join(root, 'vault'), join(root, 'chats.json')],
        folder: join(root, 'repository'),
      });
      const byText = new Map(findings.map((finding) => [plain(finding.memory.text), finding]));
      for (const each of planted) {
        const found = byText.get(plain(each.text));
        judged.push({ format, planted: each, verdict: found?.verdict ?? 'unread', code: found?.code ?? '' });
      }
    }
    return judged;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** The store may change white space. */
function plain(text: string): string {
  return text.trim();
}

async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The scores of every verdict. */
export function scoreJudged(judged: readonly Judged[]): readonly Score[] {
  return AUDIT_VERDICTS.map((verdict) => {
    const planted = judged.filter((each) => each.planted.verdict === verdict);
    const given = judged.filter((each) => each.verdict === verdict);
    const right = given.filter((each) => each.planted.verdict === verdict).length;
    return {
      verdict,
      planted: planted.length,
      precision: given.length === 0 ? 1 : right / given.length,
      recall: planted.length === 0 ? 1 : right / planted.length,
    };
  });
}
