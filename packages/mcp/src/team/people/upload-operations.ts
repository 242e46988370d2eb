import { listUploads, withdrawUpload } from '@memora/postgres/internal';
import { z } from 'zod';
import { SCOPE } from './note-operations.ts';
import { operation, type TeamOperation } from './operation.ts';

const UPLOAD = z.hex().length(32);
const COUNT = z.int().min(0);

/** The operations on documents that the caller has uploaded, and on nobody else's. The document itself goes to a path of its own. */
export const UPLOAD_OPERATIONS: Readonly<Record<string, TeamOperation>> = {
  'upload.list': operation({
    needs: 'memora:read',
    args: z.strictObject({ upload: UPLOAD.optional() }),
    gives: z.strictObject({
      uploads: z.array(
        z.strictObject({
          upload: UPLOAD,
          scope: SCOPE,
          name: z.string().nullable(),
          state: z.enum(['arriving', 'waiting', 'reading', 'done', 'refused']),
          code: z.string().nullable(),
          attempts: COUNT,
          at: z.iso.datetime(),
          total: COUNT,
          notes: z.array(
            z.strictObject({
              path: z.string(),
              status: z.enum(['created', 'updated', 'unchanged', 'kept']),
              version: z.int().nullable(),
              format: z.string(),
              sealed: COUNT,
              classes: z.array(z.string()),
              anchors: COUNT,
              edits: COUNT,
              conflicts: COUNT,
              leftOut: z.strictObject({ invisible: COUNT, active: COUNT, words: COUNT, markers: COUNT }),
              made: z.enum(['recognised', 'partial']).nullable(),
              notices: COUNT,
            }),
          ),
        }),
      ),
    }),
    run: async ({ upload }, { sealing, ...context }) => {
      const found = await listUploads({ ...context, codec: sealing.codec }, upload ?? null);
      return {
        uploads: found.map(({ notes, ...each }) => ({
          ...each,
          notes: notes.map((note) => ({ ...note, classes: [...note.classes] })),
        })),
      };
    },
  }),
  'upload.withdraw': operation({
    needs: 'memora:write',
    args: z.strictObject({ upload: UPLOAD }),
    gives: z.strictObject({ upload: UPLOAD, withdrawn: z.boolean() }),
    run: async ({ upload }, context) => ({ upload, withdrawn: await withdrawUpload(context, upload) }),
  }),
};
