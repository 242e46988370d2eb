import { type AgentClient, serverEntry } from './clients/client-table.ts';
import type { ServerCommand } from './clients/server-command.ts';
import type { UserFolders } from './clients/user-folders.ts';
import { type ConfigFile, isSame, readConfigFile } from './config-file.ts';
import { type EditTarget, putInto } from './edit/edit-target.ts';
import { type EditRecord, isSameTarget } from './edit-record.ts';
import { INSTRUCTION_LINES } from './instruction-lines.ts';
import { serverName, vaultOf } from './server-name.ts';
import { undoEdit } from './undo-edit.ts';

/** A planned edit of a client's file. */
export interface PlannedEdit {
  readonly client: AgentClient;
  readonly part: 'server' | 'instructions';
  readonly target: EditTarget;
  /** The value to insert into the file. */
  readonly value: unknown;
  readonly file: ConfigFile;
  /** The file without the edit of an earlier setup. */
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

/** The edits that connect a client: its list of servers, and its file of standing instructions, if it has one. */
export function planEdits(
  client: AgentClient,
  folders: UserFolders,
  command: ServerCommand,
  records: readonly EditRecord[],
): (PlannedEdit | FailedEdit)[] {
  const { syntax, servers, instructions, head = '' } = client;
  const vault = vaultOf(command);
  const planned = [
    planEdit(client, 'server', client.config(folders), {
      target: (bytes) => ({ kind: syntax, path: [servers, serverName(bytes, client, vault)] }),
      value: serverEntry(client, command),
      records,
    }),
  ];
  if (instructions === undefined) return planned;
  const lines: EditTarget = { kind: 'lines', head };
  const wanted = { target: () => lines, value: INSTRUCTION_LINES, records };
  return [...planned, planEdit(client, 'instructions', instructions(folders), wanted)];
}

interface Wanted {
  /** The place of the value in the current file. */
  readonly target: (bytes: Buffer | null) => EditTarget;
  readonly value: unknown;
  readonly records: readonly EditRecord[];
}

function planEdit(
  client: AgentClient,
  part: PlannedEdit['part'],
  path: string,
  { target: find, value, records }: Wanted,
): PlannedEdit | FailedEdit {
  try {
    const file = readConfigFile(path);
    const target = find(file.bytes);
    const record = records.find((each) => each.file === file.path && isSameTarget(each.target, target));
    const before = record === undefined || file.bytes === null ? file.bytes : undoEdit(file.bytes, record);
    return { client, part, target, value, file, before, after: putInto(before, target, value) };
  } catch (error) {
    return { client, part, path, value, error };
  }
}

/** The same edit for the current file. Throws if it is impossible. */
export function planAgain(edit: PlannedEdit, records: readonly EditRecord[]): PlannedEdit {
  const { client, part, target, value, file } = edit;
  const again = planEdit(client, part, file.path, { target: () => target, value, records });
  if ('error' in again) throw again.error;
  return again;
}

/** True if the file has it already. */
export function isInPlace({ file, after }: PlannedEdit): boolean {
  return isSame(file.bytes, after);
}
