import { SCOPE_KIND, type ScopeKind } from '@memora/postgres';
import {
  commitPush,
  HEADS_AT_ONCE,
  listStaged,
  openNotePages,
  STAGED_AT_ONCE,
  stageNotes,
} from '@memora/postgres/internal';
import { z } from 'zod';
import { operation, type TeamOperation } from './operation.ts';

const NOTE = z.string().min(1).max(1_100);
/** The name of a scope as members see it. A group's scope is named after the group: `@payments`. */
export const SCOPE: z.ZodType<ScopeKind> = z.string().regex(SCOPE_KIND) as never;
const HASH = z.hex().length(64);
const PUSH = z.hex().length(64);
const AFTER = z.string().max(1_100).default('');
/** Base64, up to the maximum length of a request. */
const BYTES = z.base64().max(1_048_576);
const SIZE = z
  .int()
  .min(0)
  .max(32 * 1024 * 1024);

const hex = (bytes: Buffer) => bytes.toString('hex');
const unhex = (text: string) => Buffer.from(text, 'hex');

/** The operations that copy notes between a working copy and a team: as they are stored, so sealed text stays sealed in transit. */
export const NOTE_OPERATIONS: Readonly<Record<string, TeamOperation>> = {
  'notes.scopes': operation({
    needs: 'memora:read',
    args: z.strictObject({}),
    gives: z.strictObject({
      workspace: z.string(),
      principal: z.string(),
      scopes: z.array(z.strictObject({ kind: SCOPE, isWritable: z.boolean() })),
    }),
    run: async (_, context) => ({
      workspace: context.workspace,
      principal: context.principal.name,
      scopes: [...(await openNotePages(context).scopes())],
    }),
  }),
  'notes.heads': operation({
    needs: 'memora:read',
    args: z.strictObject({ scope: SCOPE, after: AFTER }),
    gives: z.strictObject({
      heads: z.array(
        z.strictObject({
          path: z.string(),
          version: z.int(),
          hash: HASH.nullable(),
          print: z.hex().nullable(),
        }),
      ),
      isLast: z.boolean(),
    }),
    run: async ({ scope, after }, context) => {
      const heads = await openNotePages(context).heads(scope, after);
      return {
        heads: heads.map(({ path, version, hash, print }) => ({
          ...{ path, version, hash: hash && hex(hash), print: print && hex(print) },
        })),
        isLast: heads.length < HEADS_AT_ONCE,
      };
    },
  }),
  'notes.erasures': operation({
    needs: 'memora:read',
    args: z.strictObject({ scope: SCOPE, after: z.hex().max(1_000).or(z.literal('')).default('') }),
    gives: z.strictObject({
      erasures: z.array(z.strictObject({ path: z.hex(), content: z.hex(), anywhere: z.boolean() })),
      isLast: z.boolean(),
    }),
    run: async ({ scope, after }, context) => {
      const erasures = [...(await openNotePages(context).erasures(scope, after))];
      return { erasures, isLast: erasures.length < HEADS_AT_ONCE };
    },
  }),
  'notes.bytes': operation({
    needs: 'memora:read',
    args: z.strictObject({
      scope: SCOPE,
      wanted: z.array(z.strictObject({ hash: HASH, from: SIZE.default(0) })).max(500),
    }),
    gives: z.strictObject({
      pieces: z.array(z.strictObject({ hash: HASH, sealed: z.boolean(), size: z.int(), bytes: z.string() })),
    }),
    run: async ({ scope, wanted }, context) => {
      const asked = wanted.map(({ hash, from }) => ({ hash: unhex(hash), from }));
      const pieces = await openNotePages(context).bytes(scope, asked);
      return {
        pieces: pieces.map(({ hash, bytes, ...piece }) => ({
          ...{ ...piece, hash: hex(hash), bytes: bytes.toString('base64') },
        })),
      };
    },
  }),
  'push.stage': operation({
    needs: 'memora:write',
    args: z.strictObject({
      push: PUSH,
      notes: z
        .array(
          z.strictObject({
            scope: SCOPE,
            path: NOTE,
            expected: z.int().min(0),
            note: z
              .strictObject({
                hash: HASH,
                sealed: z.boolean(),
                print: z.hex().max(128).nullable(),
                size: SIZE,
                offset: SIZE,
                bytes: BYTES,
              })
              .nullable(),
          }),
        )
        .max(1_000),
    }),
    gives: z.strictObject({ staged: z.int() }),
    run: async ({ push, notes }, context) => {
      const pieces = notes.map(({ scope, path, expected, note }) => ({
        ...{ kind: scope, path, expected },
        note: note && {
          ...note,
          hash: unhex(note.hash),
          print: note.print === null ? null : unhex(note.print),
          bytes: Buffer.from(note.bytes, 'base64'),
        },
      }));
      await stageNotes(unhex(push), pieces, { ...context, hash: context.sealing.hash });
      return { staged: pieces.length };
    },
  }),
  'push.staged': operation({
    needs: 'memora:write',
    args: z.strictObject({ push: PUSH, after: z.int().min(0).default(0) }),
    gives: z.strictObject({
      staged: z.array(z.strictObject({ kind: SCOPE, path: z.string() })),
      isLast: z.boolean(),
    }),
    run: async ({ push, after }, context) => {
      const staged = await listStaged(unhex(push), after, context);
      return { staged, isLast: staged.length < STAGED_AT_ONCE };
    },
  }),
  'push.commit': operation({
    needs: 'memora:write',
    args: z.strictObject({
      push: PUSH,
      notes: z.int().min(1),
      sourceCommit: z.string().max(200).optional(),
      via: z.enum(['push']).default('push'),
    }),
    gives: z.strictObject({ moved: z.array(z.strictObject({ kind: SCOPE, path: z.string() })) }),
    run: async ({ push, ...rest }, context) => {
      const { moved } = await commitPush(unhex(push), rest, context);
      return { moved: [...moved] };
    },
  }),
};
