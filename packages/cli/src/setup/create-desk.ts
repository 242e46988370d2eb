import { MemoraError } from '@memora/core';
import type { Agent, StudioDesk } from '@memora/studio';
import type { CliIo } from '../cli-io.ts';
import { applyEdit } from './apply-edit.ts';
import type { AgentClient } from './clients/client-table.ts';
import { findClients } from './clients/find-clients.ts';
import { listObsidianVaults } from './clients/list-obsidian-vaults.ts';
import { ownServerCommand } from './clients/own-server-command.ts';
import { findUserFolders } from './clients/user-folders.ts';
import { describeEdit } from './describe-edit.ts';
import { openEditRecords } from './edit-record.ts';
import { holdsNotes } from './holds-notes.ts';
import { type FailedEdit, isInPlace, type PlannedEdit, planEdits } from './plan-edits.ts';

type Edits = readonly (PlannedEdit | FailedEdit)[];

/**
 * The information of `memora setup` about this machine, for the page. Nothing is written before a person
 * connects an agent. `here` is the current folder of a command without a vault. If it contains notes, it is
 * offered first.
 */
export function createDesk(env: CliIo['env'], here: string | null = null): StudioDesk {
  const folders = findUserFolders(env);
  const clients = () => (folders === null ? [] : findClients(undefined, folders));
  const plan = (client: AgentClient, vault: string): Edits =>
    folders === null
      ? []
      : planEdits(client, folders, ownServerCommand(vault, env), openEditRecords(env).all());
  return {
    vaults: async () => {
      const known = folders === null ? [] : listObsidianVaults(folders);
      return here !== null && here !== folders?.home && holdsNotes(here) ? [here, ...known] : known;
    },
    agents: async (vault) => clients().map((client) => toAgent(client, plan(client, vault))),
    connect: async (vault, id) => {
      const client = clients().find((each) => each.id === id);
      if (client === undefined)
        throw new MemoraError('there is no such agent', {
          code: 'AGENT_NOT_FOUND',
          hint: 'Name it with `memora setup --client`.',
        });
      for (const edit of plan(client, vault)) {
        if ('error' in edit) throw edit.error;
        if (!isInPlace(edit)) await applyEdit(edit, openEditRecords(env));
      }
    },
  };
}

function toAgent({ id, title, callsItself }: AgentClient, edits: Edits): Agent {
  const failed = edits.some((edit) => 'error' in edit);
  const missing = edits.flatMap((edit) => ('error' in edit || isInPlace(edit) ? [] : [edit]));
  return {
    id,
    title,
    state: failed ? 'unreadable' : missing.length === 0 ? 'connected' : 'absent',
    edits: missing.map((edit) => ({ file: edit.file.path, lines: describeEdit(edit) })),
    isNamed: (client) => client.toLowerCase().startsWith(callsItself),
  };
}
