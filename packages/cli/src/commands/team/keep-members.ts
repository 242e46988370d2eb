import { readFlag, readText, usageError } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openTeam } from './open/open-team.ts';

interface Member {
  readonly principal: string;
  readonly isGroup: boolean;
  readonly role: string;
}

/** Lists, adds and removes the members of a workspace. */
export async function keepMembers(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const [act, principal = ''] = args;
  const group = readFlag(options, 'group');
  await using team = await openTeam(context);
  if (act === 'list') {
    const { members } = await team.ask<{ readonly members: readonly Member[] }>('member.list');
    output.payload({ members: members.map(({ isGroup, ...each }) => ({ ...each, group: isGroup })) });
    for (const { role, isGroup, principal: name } of members)
      output.line(`${role.padEnd(6)}  ${isGroup ? 'group ' : ''}${name}`);
    return EXIT.done;
  }
  if (principal === '') throw usageError('no principal is given');
  if (act === 'remove') {
    const { removed } = await team.ask<{ readonly removed: boolean }>('member.remove', { principal, group });
    output.payload({ principal, removed });
    output.note(
      removed
        ? `${principal} is no longer a member. Their own notes are closed: see \`memora team scope\`.`
        : `${principal} was not a member.`,
    );
    return EXIT.done;
  }
  const role = readText(options, 'role') ?? 'reader';
  await team.ask('member.add', { principal, group, role });
  output.payload({ principal, group, role });
  output.note(`${principal} is a ${role} of the workspace.`);
  return EXIT.done;
}

/** Lists the groups of a workspace and their members; adds and removes a member. */
export async function keepGroups(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  const [act, group = '', principal = ''] = args;
  await using team = await openTeam(context);
  if (act === 'list') {
    const { members } = await team.ask<{
      readonly members: readonly { readonly group: string; readonly principal: string }[];
    }>('group.list');
    output.payload({ members });
    for (const each of members) output.line(`${each.group}  ${each.principal}`);
    output.note('Groups that come from tokens of an issuer are not listed.');
    return EXIT.done;
  }
  if (group === '' || principal === '')
    throw usageError('no principal and group are given', 'Name the group, then the principal.');
  const { changed } = await team.ask<{ readonly changed: boolean }>('group.change', {
    group,
    principal,
    act,
  });
  output.payload({ group, principal, changed });
  const isIn = act === 'add';
  if (changed) output.note(`${principal} is ${isIn ? 'in' : 'no longer in'} ${group}.`);
  else output.note(`${principal} was ${isIn ? 'in' : 'not in'} ${group} already.`);
  return EXIT.done;
}
