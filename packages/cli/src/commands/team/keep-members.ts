import {
  addMember,
  addUserScope,
  listMembers,
  type MemberRole,
  removeMember,
  type TeamMember,
} from '@memora/postgres';
import { readFlag, readText, usageError } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { type AskServer, findTeamServer } from './ask-team-server.ts';
import { openCliTeam } from './open-cli-team.ts';

/** Lists, adds and removes the members of a workspace. */
export async function keepMembers(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const [act, name] = args;
  const server = await findTeamServer(context);
  if (server !== null) return keepByServer(context, server);
  const { team, workspace, principal } = await openCliTeam(context);
  await using _closed = team;
  const acting = { source: team.source, workspace, principal };
  const isGroup = readFlag(options, 'group');
  if (act === 'list') {
    const members = await listMembers(acting);
    showMembers(context, members);
    return EXIT.done;
  }
  if (name === undefined || name === '') throw usageError('whom? No principal is named');
  if (act === 'remove') {
    const removed = await removeMember(acting, { principal: name, isGroup });
    output.payload({ principal: name, removed });
    output.note(
      removed
        ? `${name} is no member any more. Its own notes are closed: see \`memora team scope\`.`
        : `${name} was no member.`,
    );
    return EXIT.done;
  }
  const role = (readText(options, 'role') ?? 'reader') as MemberRole;
  await addMember(acting, { principal: name, isGroup, role });
  // Somebody who asks has a scope of their own from the first day; a group has none.
  if (!isGroup) await addUserScope(acting, name);
  output.payload({ principal: name, group: isGroup, role });
  output.note(`${name} is a ${role} of ${workspace}.`);
  return EXIT.done;
}

function showMembers({ output }: CommandContext, members: readonly TeamMember[]): void {
  output.payload({
    members: members.map((each) => ({ principal: each.principal, group: each.isGroup, role: each.role })),
  });
  for (const member of members)
    output.line(`${member.role.padEnd(6)}  ${member.isGroup ? 'group ' : ''}${member.principal}`);
}

/** The same by the server of the team, which holds whoever asks to what the token and the workspace allow. */
async function keepByServer(context: CommandContext, server: AskServer): Promise<ExitCode> {
  const { args, options, output } = context;
  const [act, principal = ''] = args;
  const group = readFlag(options, 'group');
  if (act === 'list') {
    showMembers(context, (await server<{ members: readonly TeamMember[] }>('member.list')).members);
    return EXIT.done;
  }
  if (principal === '') throw usageError('whom? No principal is named');
  const done =
    act === 'remove'
      ? await server<{ removed: boolean }>('member.remove', { principal, group })
      : await server('member.add', { principal, group, role: readText(options, 'role') ?? 'reader' });
  output.payload(done as object);
  output.note(act === 'remove' ? `${principal} is no member any more.` : `${principal} is a member.`);
  return EXIT.done;
}
