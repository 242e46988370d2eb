import { type AgentClient, SERVER_NAME, serverEntry } from './clients/client-table.ts';
import type { ServerCommand } from './clients/server-command.ts';
import type { UserFolders } from './clients/user-folders.ts';
import { type ConfigFile, isSame, readConfigFile } from './config-file.ts';
import { type EditTarget, putInto } from './edit/edit-target.ts';
import type { EditRecord } from './edit-record.ts';
import { INSTRUCTION_LINES } from './instruction-lines.ts';
import { undoEdit } from './undo-edit.ts';

/** An edit of a file of a client, before it is made. */
export interface PlannedEdit {
  readonly client: AgentClient;
  readonly part: 'server' | 'instructions';
  readonly target: EditTarget;
  /** What comes into the file. */
  readonly value: unknown;
  readonly file: ConfigFile;
  /** The file without what an earlier setup put into it. */
  readonly before: Buffer | null;
  readonly after: Buffer;
}

/** An edit that can't be made. */
export interface FailedEdit {
  readonly client: AgentClient;
  readonly part: PlannedEdit['part'];
  readonly path: string;
  readonly value: unknown;
  readonly error: unknown;
}

/** The edits that connect a client: its list of servers, and its standing instructions where it has a file of them. */
export function planEdits(
  client: AgentClient,
  folders: UserFolders,
  command: ServerCommand,
  records: readonly EditRecord[],
): (PlannedEdit | FailedEdit)[] {
  const { syntax, servers, instructions, head = '' } = client;
  const planned = [
    planEdit(client, 'server', client.config(folders), {
      target: { kind: syntax, path: [servers, SERVER_NAME] },
      value: serverEntry(client, command),
      records,
    }),
  ];
  if (instructions === undefined) return planned;
  const [target, value] = [{ kind: 'lines', head } as const, INSTRUCTION_LINES];
  return [...planned, planEdit(client, 'instructions', instructions(folders), { target, value, records })];
}

interface Wanted {
  readonly target: EditTarget;
  readonly value: unknown;
  readonly records: readonly EditRecord[];
}

function planEdit(
  client: AgentClient,
  part: PlannedEdit['part'],
  path: string,
  { target, value, records }: Wanted,
): PlannedEdit | FailedEdit {
  try {
    const file = readConfigFile(path);
    const record = records.find((each) => each.file === file.path);
    const before = record === undefined || file.bytes === null ? file.bytes : undoEdit(file.bytes, record);
    return { client, part, target, value, file, before, after: putInto(before, target, value) };
  } catch (error) {
    return { client, part, path, value, error };
  }
}

/** The same edit of the file as it is now. Throws what makes it impossible. */
export function planAgain(edit: PlannedEdit, records: readonly EditRecord[]): PlannedEdit {
  const { client, part, target, value, file } = edit;
  const again = planEdit(client, part, file.path, { target, value, records });
  if ('error' in again) throw again.error;
  return again;
}

/** True where the file has it already. */
export function isInPlace({ file, after }: PlannedEdit): boolean {
  return isSame(file.bytes, after);
}
