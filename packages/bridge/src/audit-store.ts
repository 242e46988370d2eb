import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createDetector } from '@memora/privacy';
import { readProject } from './audit/check-references.ts';
import { compareWithSources } from './audit/compare-with-sources.ts';
import { compareWithin, type StoreVerdict } from './audit/compare-within.ts';
import { createEvidenceIndex, type EvidenceIndex, type EvidenceLine } from './audit/evidence-index.ts';
import { readEvidence } from './audit/read-evidence.ts';
import { instructs, type Screening, screenForm, screenHarm } from './audit/screen-memory.ts';
import {
  AUDIT_VERDICTS,
  type AuditFinding,
  type AuditPlace,
  type AuditReport,
  type AuditVerdict,
} from './audit/verdict.ts';
import type { ForeignMemory, StoreProblem } from './foreign-memory.ts';
import { openFolderReader } from './read/folder-reader.ts';
import { isInstructionFile } from './read/instruction-files.ts';
import { readStore } from './read-store.ts';

export interface AuditOptions {
  /** What the memories are compared with: vaults, folders of Markdown, files of chats. Without any, no memory is grounded. */
  readonly against?: readonly string[];
  /** The folder whose files, scripts and versions memories may name; the folder of the first store by default. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
}

/**
 * Audits stores, each a path or bytes as {@link readStore} takes them, and returns one verdict for each memory, with its reason and both places. Reads only
 * files: no model, no index, no network. Throws `STORE_NOT_FOUND`.
 */
export async function auditStore(
  stores: readonly (string | Uint8Array)[],
  { against = [], folder, signal }: AuditOptions = {},
): Promise<AuditReport> {
  const memories: ForeignMemory[] = [];
  const problems: StoreProblem[] = [];
  for (const store of stores)
    for await (const each of readStore(store)) {
      signal?.throwIfAborted();
      if ('text' in each) memories.push(each);
      else problems.push(each);
    }
  const sources = createEvidenceIndex<EvidenceLine>();
  const own = new Set(stores.filter((store) => typeof store === 'string').map((store) => resolve(store)));
  for (const path of against) {
    const isOwn = (file: string): boolean =>
      isInstructionFile(file) ||
      own.has(resolve(path, file)) ||
      isBelow(own, resolve(path, file), resolve(path));
    for await (const line of readEvidence(path, isOwn)) {
      signal?.throwIfAborted();
      sources.add(line);
    }
  }
  const project = projectOf(folder, stores, against);
  const detector = createDetector({ mode: 'enforce' });
  const findings: AuditFinding[] = [];
  const harms = new Map(memories.map((memory) => [memory, screenHarm(memory, detector)]));
  const within = compareWithin(memories.filter((memory) => harms.get(memory) === null));
  for (const memory of memories) {
    signal?.throwIfAborted();
    const harm = harms.get(memory) ?? null;
    findings.push(
      harm === null
        ? await judge(memory, { sources, project, within: within.get(memory) ?? null })
        : toFinding(memory, harm, null),
    );
  }
  const counts = Object.fromEntries(
    AUDIT_VERDICTS.map((verdict) => [verdict, findings.filter((each) => each.verdict === verdict).length]),
  );
  return { findings, counts: counts as Record<AuditVerdict, number>, problems, sourceLines: sources.size() };
}

interface Grounds {
  readonly sources: EvidenceIndex<EvidenceLine>;
  readonly project: ReturnType<typeof readProject>;
  readonly within: StoreVerdict | null;
}

/** The checks, ordered so that a verdict of one makes the later ones unnecessary. */
async function judge(memory: ForeignMemory, { sources, project, within }: Grounds): Promise<AuditFinding> {
  const stale = project?.check(memory.text, memory.file) ?? null;
  if (stale !== null) return toFinding(memory, stale, null);
  if (within?.verdict === 'duplicate') return toFinding(memory, within, placeOf(within.other));
  if (instructs(memory)) {
    const said = await compareWithSources(memory, sources);
    if (said.verdict === 'grounded') return toFinding(memory, said, said.against);
    if (memory.origin !== 'person')
      return toFinding(
        memory,
        {
          verdict: 'instruction_without_user',
          code: 'no_user',
          reason: 'It instructs an agent, and nothing that the user said does.',
        },
        null,
      );
    if (within !== null) return toFinding(memory, within, placeOf(within.other));
    return toFinding(
      memory,
      { verdict: 'not_checkable', code: 'instruction', reason: 'It is an instruction, and states nothing.' },
      null,
    );
  }
  const form = screenForm(memory);
  if (form !== null) return toFinding(memory, form, null);
  const said = await compareWithSources(memory, sources);
  // A verdict from the sources is final. Only memories without one are compared with each other.
  if (said.verdict !== 'ungrounded') return toFinding(memory, said, said.against);
  if (within !== null) return toFinding(memory, within, placeOf(within.other));
  return toFinding(memory, said, said.against);
}

function toFinding(
  memory: ForeignMemory,
  { verdict, code, reason }: Screening,
  against: AuditPlace | null,
): AuditFinding {
  return {
    verdict,
    code,
    reason,
    memory,
    place: placeOf(memory),
    against: against === null ? null : { file: against.file, span: against.span, line: against.line },
  };
}

function placeOf({ file, isFileSecret, span, line }: ForeignMemory): AuditPlace {
  return { file: isFileSecret === true ? '[redacted].md' : file, span, line };
}

/** A store inside a folder that it is compared with is not evidence for itself. */
function isBelow(own: ReadonlySet<string>, path: string, root: string): boolean {
  for (let at = dirname(path); at.length > root.length; at = dirname(at)) if (own.has(at)) return true;
  return false;
}

/** The folder that memories refer to: the named one, or the nearest folder above a store that is a project. */
function projectOf(
  folder: string | undefined,
  stores: readonly (string | Uint8Array)[],
  against: readonly string[],
): ReturnType<typeof readProject> {
  if (folder !== undefined) return readProject(openFolderReader(folder));
  const paths = [...stores.filter((store) => typeof store === 'string'), ...against];
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const start = found.isDirectory() ? resolve(path) : dirname(resolve(path));
    for (let at = start, steps = 0; steps < 4; at = dirname(at), steps++) {
      const isRoot = ['package.json', 'Makefile', 'pyproject.toml', '.git'].some(
        (name) => statSync(join(at, name), { throwIfNoEntry: false }) !== undefined,
      );
      const project = isRoot ? readProject(openFolderReader(at)) : null;
      if (project !== null) return project;
    }
  }
  return null;
}
