import type { CommandSpec } from '../command-spec.ts';

/** A memory that a team shares in PostgreSQL. */
export const TEAM_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'team init',
    summary: "set up a PostgreSQL database for a team, as the database's administrator",
    options: [
      { flags: '--admin <principal>', description: 'who administers the workspace (default: you)' },
      {
        flags: '--login <role>',
        description: 'the login of servers and workers; it gets the rights it needs',
      },
      {
        flags: '--signing-key <file>',
        description: 'the key that servers and workers sign with; the file is made if there is none',
      },
      { flags: '--only-key', description: 'stop accepting every other signing key' },
      {
        flags: '--quota <limits>',
        description:
          'how much may be written into a scope: notes=N,bytes=N by one person, scope-notes=N,scope-bytes=N by all; each version counts',
      },
      {
        flags: '--person <role>',
        description: 'a login for one principal, who may read with SQL and do nothing else',
      },
    ],
    group: 'Team',
    needs: 'a database',
    example: 'memora team init --login memora_app --signing-key signing.key',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamInitOutput,
    load: async () => (await import('../../commands/team/set-up-team.ts')).initTeamDatabase,
  },
  {
    name: 'team migrate',
    summary: "bring the database of a team to this version, as the database's administrator",
    options: [
      {
        flags: '--repair',
        description: 'create the policies and functions again, including those that were changed',
      },
    ],
    needs: 'a database',
    example: 'memora team migrate',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamMigrateOutput,
    load: async () => (await import('../../commands/team/set-up-team.ts')).migrateTeamDatabase,
  },
  {
    name: 'team reseal',
    summary:
      "seal secret notes with the team's new key, as the database's administrator; continues if it was stopped",
    options: [
      {
        flags: '--old-key <file>',
        description: 'the key that they are sealed with; MEMORA_TEAM_KEY_FILE names the new one',
      },
    ],
    needs: 'a database',
    example: 'memora team reseal --old-key old.key',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamResealOutput,
    load: async () => (await import('../../commands/team/set-up-team.ts')).resealTeamNotes,
  },
  {
    name: 'team workspace',
    summary:
      "list the workspaces of the database, or remove one with everything in it, as the database's administrator",
    args: '<list|remove> [workspace]',
    needs: 'a database',
    example: 'memora team workspace list',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamWorkspaceOutput,
    load: async () => (await import('../../commands/team/set-up-team.ts')).keepWorkspaces,
  },
  {
    name: 'team member',
    summary: 'list, add and remove members of the workspace',
    args: '<list|add|remove> [principal]',
    options: [
      {
        flags: '--role <role>',
        description: 'what the member may do',
        choices: ['reader', 'writer', 'admin'],
      },
      { flags: '--group', description: 'the name is that of a group' },
    ],
    needs: 'a database',
    example: 'memora team member add ben@example.com --role writer',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamMemberOutput,
    load: async () => (await import('../../commands/team/keep-members.ts')).keepMembers,
  },
  {
    name: 'team group',
    summary: 'list the members of groups, add somebody, or remove somebody',
    args: '<list|add|remove> [group] [principal]',
    needs: 'a database',
    example: 'memora team group add payments ben@example.com',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamGroupOutput,
    load: async () => (await import('../../commands/team/keep-members.ts')).keepGroups,
  },
  {
    name: 'team scope',
    summary:
      'list scopes; create one for a principal or a group; close, reopen, export or remove the scope of somebody who left, or of a group',
    args: '<list|add|close|reopen|export|remove> [principal]',
    options: [
      { flags: '--group', description: 'the name is that of a group' },
      { flags: '--output <folder>', description: 'where the exported notes are written' },
    ],
    needs: 'a database',
    example: 'memora team scope export ben --output ben-notes',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamScopeOutput,
    load: async () => (await import('../../commands/team/keep-scopes.ts')).keepScopes,
  },
  {
    name: 'team token',
    summary: 'list, add and revoke the tokens of agents that no issuer knows',
    args: '<list|add|revoke> [principal-or-id]',
    options: [
      { flags: '--token-file <file>', description: 'the file of hashed tokens (default: [team] token_file)' },
      {
        flags: '--scopes <list>',
        description: 'what the token may do: read, write, admin (default: read,write)',
      },
      {
        flags: '--workspace <name>',
        description: 'the workspace that it is for (default: the one the server is started with)',
      },
      { flags: '--groups <list>', description: 'groups that it also acts for' },
      { flags: '--expires <date>', description: 'the day it ends, or never (default: in 90 days)' },
    ],
    varies: true,
    example: 'memora team token list --token-file tokens.json',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamTokenOutput,
    load: async () => (await import('../../commands/team/keep-team-tokens.ts')).keepTeamTokens,
  },
  {
    name: 'team login',
    summary: 'sign in at the server of the team with a code that you enter in a browser, on any machine',
    options: [
      { flags: '--client-id <id>', description: 'the client that is registered with the issuer' },
      { flags: '--forget', description: 'forget who is signed in on this machine' },
    ],
    needs: 'a person',
    example: 'memora team login --client-id memora-cli',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamLoginOutput,
    load: async () => (await import('../../commands/team/open/log-in.ts')).logIn,
  },
  {
    name: 'team push',
    summary: 'send the notes of the vault that differ from those of the team',
    options: [
      { flags: '--source-commit <id>', description: 'the commit that the notes were checked out from' },
    ],
    needs: 'a database',
    example: 'memora team push --vault ~/handbook',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamPushOutput,
    load: async () => (await import('../../commands/team/move-notes.ts')).pushNotes,
  },
  {
    name: 'team pull',
    summary:
      'write the notes of the team into the vault, creating the folder if needed; if both sides changed a note, keeps both texts',
    needs: 'a database',
    example: 'memora team pull --vault ~/handbook',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamPullOutput,
    load: async () => (await import('../../commands/team/move-notes.ts')).pullNotes,
  },
  {
    name: 'team ingest',
    summary:
      'upload a document to the team; a worker reads it into notes of yours, of the workspace or of a group',
    args: '<file>',
    options: [
      { flags: '--scope <scope>', description: 'user (default), workspace, global, or @ with a group' },
      { flags: '--region <folder>', description: 'the folder of its notes (default: ingested)' },
      { flags: '--privacy <band>', description: 'public, private (default) or secret' },
      { flags: '--type <type>', description: 'the format, for plain text whose name does not say it' },
      {
        flags: '--replace',
        description: 'replace notes that somebody has edited in a way that is not known',
      },
      { flags: '--wait', description: 'wait until it has been read' },
    ],
    needs: 'a database',
    example: 'memora team ingest report.pdf --scope workspace --wait',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamIngestOutput,
    load: async () => (await import('../../commands/team/uploads/upload-document.ts')).uploadDocument,
  },
  {
    name: 'team uploads',
    summary: 'show how reading the documents ended that you uploaded in the last month, or withdraw one',
    options: [{ flags: '--withdraw <id>', description: 'delete the bytes of this upload, and forget it' }],
    needs: 'a database',
    example: 'memora team uploads',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamUploadsOutput,
    load: async () => (await import('../../commands/team/uploads/show-uploads.ts')).showUploads,
  },
  {
    name: 'team promote',
    summary: 'copy a note of your own into the workspace; yours is kept',
    args: '<note>',
    needs: 'a database',
    example: 'memora team promote ideas/pump.md',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamPromoteOutput,
    load: async () => (await import('../../commands/team/move-notes.ts')).promoteOwnNote,
  },
  {
    name: 'team erase',
    summary: 'erase a team note and all its versions, and show how long backups keep it',
    args: '<note>',
    needs: 'a database',
    example: 'memora team erase people/kim.md',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamEraseOutput,
    load: async () => (await import('../../commands/team/erase-team-note.ts')).eraseNoteOfTeam,
  },
  {
    name: 'team erase-user',
    summary:
      'erase a person: their own notes, their membership, and their name on notes they wrote for others',
    args: '<principal>',
    needs: 'a database',
    example: 'memora team erase-user carl',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamEraseUserOutput,
    load: async () => (await import('../../commands/team/keep-erasures.ts')).eraseUserOfTeam,
  },
  {
    name: 'team erasures',
    summary:
      'write what was erased into a file, as digests, and erase it again after a restore of the database',
    args: '<export|replay> <file>',
    needs: 'a database',
    example: 'memora team erasures replay erasures.jsonl',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamErasuresOutput,
    load: async () => (await import('../../commands/team/keep-erasures.ts')).keepErasures,
  },
  {
    name: 'team worker',
    summary:
      'index the notes of the team, publish their claims and look after each scope once a day, until it is stopped',
    options: [{ flags: '--once', description: 'run one round, then stop' }],
    needs: 'a database',
    example: 'memora team worker --once',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamWorkerOutput,
    load: async () => (await import('../../commands/team/run-team-worker.ts')).runTeamWorker,
  },
  {
    name: 'team history',
    summary: 'show who wrote which version of a note, and bring an earlier one back',
    args: '<note>',
    options: [{ flags: '--restore <version>', description: 'make this version the newest one again' }],
    needs: 'a database',
    example: 'memora team history plans/pump.md',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamHistoryOutput,
    load: async () => (await import('../../commands/team/history/show-note-history.ts')).showNoteHistory,
  },
  {
    name: 'team learned',
    summary: 'show what agents remembered, replaced and forgot in a scope',
    options: [
      { flags: '--scope <scope>', description: 'workspace (default), user, global, or @ with a group' },
    ],
    needs: 'a database',
    example: 'memora team learned --scope user',
    redacted: 'text of notes: ids, paths, names and codes alone',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamLearnedOutput,
    load: async () => (await import('../../commands/team/history/show-learned.ts')).showLearned,
  },
  {
    name: 'team audit',
    summary: 'show who did what and when, for administrators; without text of notes',
    options: [
      { flags: '--since <date>', description: 'only entries since this time (default: the last 24 hours)' },
    ],
    needs: 'a database',
    example: 'memora team audit --since 2026-11-01',
    redacted: 'text of notes: names and codes alone',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamAuditOutput,
    load: async () => (await import('../../commands/team/show-team-audit.ts')).showTeamAudit,
  },
  {
    name: 'team status',
    summary: 'show the scopes you see: notes, claims, and how far behind they are',
    needs: 'a database',
    example: 'memora team status',
    output: async () => (await import('../../outputs/team-outputs.ts')).teamStatusOutput,
    load: async () => (await import('../../commands/team/show-team-status.ts')).showTeamStatus,
  },
];
