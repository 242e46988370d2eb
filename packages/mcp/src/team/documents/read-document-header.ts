import { SCOPE_KIND, type ScopeKind } from '@memora/postgres';
import * as z from 'zod';

/** The header that describes the body of an upload. It is not in the URL, because proxies log URLs. */
export const DOCUMENT_HEADER = 'memora-document';

/** A member's description of a document. Only the token determines the sender. */
export const DOCUMENT_SAID = z.strictObject({
  name: z.string().min(1).max(200),
  scope: z.string().regex(SCOPE_KIND).default('user') as unknown as z.ZodType<ScopeKind>,
  region: z.string().min(1).max(300).optional(),
  privacy: z.enum(['public', 'private', 'secret']).optional(),
  type: z.string().min(1).max(100).optional(),
  replace: z.boolean().optional(),
});

const LONGEST = 4_096;

/** Parses the header: JSON as base64url. Null if it is missing, too long or invalid. */
export function readDocumentHeader(
  value: string | readonly string[] | undefined,
): z.output<typeof DOCUMENT_SAID> | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  try {
    const said = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
    return DOCUMENT_SAID.safeParse(said).data ?? null;
  } catch {
    return null;
  }
}
