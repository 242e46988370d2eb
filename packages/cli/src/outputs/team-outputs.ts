import * as z from 'zod';

const skipped = () => z.array(z.strictObject({ path: z.string(), code: z.string() }));
const member = { principal: z.string(), group: z.boolean(), role: z.string() };

export const teamInitOutput = z.strictObject({
  workspace: z.string(),
  schema: z.int(),
  is_new: z.boolean(),
});

export const teamMigrateOutput = z.strictObject({ schema: z.int() });

export const teamResealOutput = z.strictObject({
  workspace: z.string(),
  /** The ids of the keys. */
  from: z.string(),
  to: z.string(),
  resealed: z.int(),
  others: z.int(),
});

/** `list` and `remove`. */
export const teamWorkspaceOutput = z.union([
  z.strictObject({
    workspaces: z.array(
      z.strictObject({ workspace: z.string(), members: z.int(), scopes: z.int(), notes: z.int() }),
    ),
  }),
  z.strictObject({ workspace: z.string(), removed: z.boolean(), notes: z.int() }),
]);

/** The output without and with `--forget`. */
export const teamLoginOutput = z.union([
  z.strictObject({ signed_in: z.literal(true), server: z.string(), ends: z.string() }),
  z.strictObject({ signed_in: z.literal(false), forgotten: z.boolean() }),
]);

/** The output of `list`, `add` and `remove`. */
export const teamMemberOutput = z.union([
  z.strictObject({ members: z.array(z.strictObject(member)) }),
  z.strictObject(member),
  z.strictObject({ principal: z.string(), removed: z.boolean() }),
]);

/** The output of `list`, and of `add` and `remove`. */
export const teamGroupOutput = z.union([
  z.strictObject({ members: z.array(z.strictObject({ group: z.string(), principal: z.string() })) }),
  z.strictObject({ group: z.string(), principal: z.string(), changed: z.boolean() }),
]);

/** The output of `list`, `add`, `close` and `reopen`, `remove`, and `export`. */
export const teamScopeOutput = z.union([
  z.strictObject({
    scopes: z.array(
      z.strictObject({
        kind: z.string(),
        owner: z.string(),
        epoch: z.int(),
        leftAt: z.string().nullable(),
      }),
    ),
  }),
  z.strictObject({ owner: z.string(), made: z.boolean() }),
  z.strictObject({ owner: z.string(), found: z.boolean(), closed: z.boolean() }),
  z.strictObject({ owner: z.string(), notes: z.int().nullable() }),
  z.strictObject({ owner: z.string(), written: z.array(z.string()), skipped: skipped() }),
]);

const token = {
  id: z.string(),
  principal: z.string(),
  workspace: z.string().nullable(),
  groups: z.array(z.string()),
  scopes: z.array(z.string()),
  expires: z.string().nullable(),
};

/** The output of `list`, `add` and `revoke`. */
export const teamTokenOutput = z.union([
  z.strictObject({ tokens: z.array(z.strictObject(token)) }),
  z.strictObject({ ...token, token: z.string() }),
  z.strictObject({ id: z.string(), revoked: z.boolean() }),
]);

export const teamPushOutput = z.strictObject({
  written: z.array(z.string()),
  removed: z.array(z.string()),
  unchanged: z.int(),
  skipped: skipped(),
});

export const teamPullOutput = z.strictObject({
  written: z.array(z.string()),
  removed: z.array(z.string()),
  erased: z.array(z.string()),
  unchanged: z.int(),
  both: z.array(z.string()),
  skipped: skipped(),
});

export const teamPromoteOutput = z.strictObject({ note: z.string(), path: z.string() });

export const teamEraseOutput = z.strictObject({
  note: z.string(),
  paths: z.array(z.string()),
  versions: z.int(),
  claim_ids: z.array(z.string()),
  epoch: z.int(),
  found: z.array(z.strictObject({ table: z.string(), rows: z.int(), paths: z.array(z.string()) })),
  gone_by: z.string().nullable(),
});

export const teamEraseUserOutput = z.strictObject({
  principal: z.string(),
  notes: z.int().nullable(),
  versions: z.int(),
});

/** `export` and `replay`. */
export const teamErasuresOutput = z.union([
  z.strictObject({ erasures: z.int(), file: z.string() }),
  z.strictObject({ erasures: z.int(), notes: z.int() }),
]);

export const teamWorkerOutput = z.strictObject({
  scopes: z.array(
    z.looseObject({
      scope: z.int(),
      epoch: z.int(),
      rows: z.int(),
      notes: z.int(),
      failures: z.array(z.unknown()),
    }),
  ),
});

/** `list` and `use`. */
export const teamEmbedderOutput = z.union([
  z.strictObject({
    chosen: z.string(),
    embedders: z.array(
      z.strictObject({
        name: z.string(),
        provider: z.string(),
        model: z.string().nullable(),
        dimensions: z.int().nullable(),
      }),
    ),
  }),
  z.strictObject({ name: z.string(), scopes: z.int() }),
]);

export const teamHistoryOutput = z.union([
  z.strictObject({
    note: z.string(),
    versions: z.array(
      z.strictObject({
        version: z.int(),
        author: z.string(),
        via: z.string(),
        sourceCommit: z.string().nullable(),
        at: z.string(),
        isRemoval: z.boolean(),
      }),
    ),
  }),
  z.strictObject({ note: z.string(), version: z.int(), restored: z.int() }),
]);

export const teamLearnedOutput = z.strictObject({
  scope: z.string(),
  entries: z.array(
    z.strictObject({
      at: z.string(),
      principal: z.string(),
      operation: z.string(),
      /** The memory that changed, then those that decided how. */
      ids: z.array(z.string()),
      code: z.string(),
      path: z.string(),
      version: z.int(),
    }),
  ),
});

const upload = z.strictObject({
  upload: z.string(),
  scope: z.string(),
  /** The name of the file; null without the key that sealed it. */
  name: z.string().nullable(),
  state: z.enum(['arriving', 'waiting', 'reading', 'done', 'refused']),
  code: z.string().nullable(),
  attempts: z.int(),
  at: z.string(),
  /** The number of notes. A list shows twenty of them. */
  total: z.int(),
  notes: z.array(
    z.strictObject({
      path: z.string(),
      status: z.enum(['created', 'updated', 'unchanged', 'kept']),
      version: z.int().nullable(),
      format: z.string(),
      /** Places that were marked secret, and the kinds of credentials among them. */
      sealed: z.int(),
      classes: z.array(z.string()),
      anchors: z.int(),
      edits: z.int(),
      conflicts: z.int(),
      left_out: z.strictObject({ invisible: z.int(), active: z.int(), words: z.int(), markers: z.int() }),
      made: z.enum(['recognised', 'partial']).nullable(),
      /** The number of notices about text that is not in the note. */
      notices: z.int(),
    }),
  ),
});

export const teamIngestOutput = z.strictObject({ uploads: z.array(upload) });

/** The output without and with `--withdraw`. */
export const teamUploadsOutput = z.union([
  z.strictObject({ uploads: z.array(upload) }),
  z.strictObject({ upload: z.string(), withdrawn: z.boolean() }),
]);

export const teamAuditOutput = z.strictObject({
  since: z.string(),
  entries: z.array(
    z.strictObject({
      at: z.string(),
      principal: z.string(),
      act: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
});

export const teamStatusOutput = z.strictObject({
  workspace: z.string(),
  principal: z.string(),
  schema: z.int(),
  scopes: z.array(z.looseObject({ kind: z.string(), published_at: z.string().nullable() })),
});
