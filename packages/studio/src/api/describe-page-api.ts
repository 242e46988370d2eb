import * as z from 'zod';
import { READ, STREAMED, WRITTEN } from './page-routes.ts';

type Json = { [name: string]: unknown };

interface Row {
  readonly does: string;
  readonly takes: z.ZodRawShape;
  readonly gives?: z.ZodType;
  readonly events?: Readonly<Record<string, z.ZodType>>;
}

/** Describes the routes below the page's address as OpenAPI 3.1, from their table. The address holds the token, so a request needs nothing else. */
export function describePageApi(): Json {
  const paths = [
    ...Object.entries(READ).map(([at, row]) => [at, { get: toOperation(at, row, true) }] as const),
    ...Object.entries({ ...WRITTEN, ...STREAMED }).map(
      ([at, row]) => [at, { post: toOperation(at, row, false) }] as const,
    ),
  ];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Memora: the page of a vault',
      version: '0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: './api', description: 'Below the address that `memora open` prints.' }],
    paths: Object.fromEntries(paths.map(([at, item]) => [`/${at}`, item])),
    components: { schemas: { ...namedSchemas(), Error: toJson(FAULT) } },
  };
}

const FAULT = z.strictObject({ code: z.string(), hint: z.string().nullable() });
const COMPONENTS = '#/components/schemas/';

function toOperation(at: string, { does, takes, gives, events = {} }: Row, isRead: boolean): Json {
  const { properties = {}, required = [] } = toJson(z.strictObject(takes));
  const fields = Object.entries(properties as Record<string, Json>);
  const inAddress = (name: string) => at.includes(`{${name}}`);
  const isNeeded = (name: string) => (required as readonly string[]).includes(name);
  const parameters = fields
    .filter(([name]) => isRead || inAddress(name))
    .map(([name, { description, ...schema }]) => ({
      name,
      in: inAddress(name) ? 'path' : 'query',
      required: isNeeded(name),
      ...(description === undefined ? {} : { description }),
      schema,
    }));
  const sent = fields.filter(([name]) => !isRead && !inAddress(name));
  const body = {
    type: 'object',
    properties: Object.fromEntries(sent),
    required: sent.flatMap(([name]) => (isNeeded(name) ? [name] : [])),
  };
  const media =
    gives === undefined
      ? { 'text/event-stream': { 'x-events': mapValues(events, toJson) } }
      : { 'application/json': { schema: toJson(gives) } };
  return {
    operationId: nameOf(at),
    summary: does,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(isRead ? {} : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: { description: 'Done.', content: media },
      default: {
        description: 'The request failed or was refused.',
        content: { 'application/json': { schema: { $ref: `${COMPONENTS}Error` } } },
      },
    },
  };
}

/** `answers/{id}/save` is `answersIdSave`, `memory/next-prompt` is `memoryNextPrompt`. */
function nameOf(at: string): string {
  const [first = '', ...others] = at.replaceAll('{', '').replaceAll('}', '').replaceAll('-', '/').split('/');
  return [first, ...others.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)].join('');
}

/** The named schemas, by name. */
function namedSchemas(): Json {
  const named: Json = {};
  const rows: readonly Row[] = [READ, WRITTEN, STREAMED].flatMap((table) => Object.values<Row>(table));
  for (const { gives, events = {} } of rows)
    for (const schema of [...(gives === undefined ? [] : [gives]), ...Object.values(events)])
      Object.assign(named, whole(schema).$defs);
  return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, to: (value: From) => To) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}

function toJson(schema: z.ZodType): Json {
  const { $schema: _, $defs: _defs, ...json } = whole(schema);
  return json;
}

/** A schema with the named ones under `$defs`, and its references pointing to components. */
function whole(schema: z.ZodType): Json & { readonly $defs?: Json } {
  const holder = z.toJSONSchema(z.strictObject({ held: schema }), { io: 'input', reused: 'inline' }) as Json;
  const text = JSON.stringify(holder).replaceAll('"#/$defs/', `"${COMPONENTS}`);
  const { properties, $defs = {} } = JSON.parse(text) as {
    readonly properties: { readonly held: Json };
    readonly $defs?: Json;
  };
  return { ...properties.held, $defs };
}
