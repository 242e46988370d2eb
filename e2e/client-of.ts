import * as z from 'zod';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { schema?: object }>> } };
}
/** The parts of an OpenAPI document from which a client is made. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object };
}

type Call = (takes: object) => Promise<unknown>;

/**
 * Makes a client from an OpenAPI document, with a method for each operation id. `api` is the base address.
 * Throws if a response does not match the document.
 */
export function clientOf(
  document: ApiDocument,
  api: string,
): (operation: string, takes?: object) => Promise<unknown> {
  const calls = new Map(
    Object.entries(document.paths).flatMap(([at, item]) =>
      Object.entries(item).map(([method, each]) => [
        each.operationId,
        callOf(document, `${api}${at}`, method, each),
      ]),
    ) as [string, Call][],
  );
  return async (operation, takes = {}) => {
    const call = calls.get(operation);
    if (call === undefined) throw new Error(`the document has no ${operation}`);
    return call(takes);
  };
}

function callOf(document: ApiDocument, at: string, method: string, operation: Operation): Call {
  const { parameters = [], responses } = operation;
  const { schema } = responses[200].content['application/json'] ?? {};
  const held = JSON.stringify({ ...schema, $defs: document.components.schemas });
  const answer = z.fromJSONSchema(JSON.parse(held.replaceAll('#/components/schemas/', '#/$defs/')));
  return async (takes) => {
    const rest: Record<string, unknown> = { ...takes };
    const url = new URL(
      at.replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(String(rest[name]))),
    );
    for (const { name, in: place } of parameters) {
      if (place === 'query' && rest[name] !== undefined) url.searchParams.set(name, String(rest[name]));
      delete rest[name];
    }
    const headers = { 'content-type': 'application/json' };
    const sent = method === 'get' ? {} : { method: 'POST', headers, body: JSON.stringify(rest) };
    const response = await fetch(url, sent);
    const said: unknown = await response.json();
    if (!response.ok) throw new Error(`${operation.operationId}: ${response.status} ${JSON.stringify(said)}`);
    return answer.parse(said);
  };
}
