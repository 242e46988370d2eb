import type { Context } from 'hono';
import { StudioError } from '../studio-error.ts';

/** The largest request body: a line of a note fits, the largest notes do not. */
const MOST_BYTES = 256 * 1024;

/** Reads the JSON object of a request. Throws `BAD_REQUEST` for anything else. */
export async function readBody({ req }: Context): Promise<Readonly<Record<string, unknown>>> {
  // A form on another page can't send this type.
  const isJson = req.header('content-type')?.startsWith('application/json') === true;
  if (!isJson || Number(req.header('content-length') ?? 0) > MOST_BYTES) throw badRequest();
  const bytes = await req.arrayBuffer();
  if (bytes.byteLength > MOST_BYTES) throw badRequest();
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    // Reported below, without the input.
  }
  throw badRequest();
}

function badRequest(): StudioError<'BAD_REQUEST'> {
  return new StudioError('the request is not a JSON object, or is too large', {
    code: 'BAD_REQUEST',
    hint: 'Reload the page.',
  });
}
