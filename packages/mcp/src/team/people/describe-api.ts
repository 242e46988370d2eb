import * as z from 'zod';
import { type JsonSchema, wholeSchemas } from '../../protocol/list-schemas.ts';
import { neededScope } from '../http/needed-scope.ts';
import { teamToolsOf } from '../tools/team-tools.ts';
import { OPERATIONS } from './operations.ts';
import { PEOPLE_PATH } from './person-answer.ts';

/** One operation as a client sees it. */
interface Described {
  readonly name: string;
  readonly needs: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/**
 * The people's route of a team's server as OpenAPI 3.1, from the tables of its operations and the agents' tools. All of them share one path: the request names
 * its operation, and the schema `<operation>.result` describes its result.
 */
export function describeTeamApi(): JsonSchema {
  const operations = [...ownOperations(), ...toolOperations()];
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Memora: the server of a team',
      version: '0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ token: [] }],
    paths: {
      [PEOPLE_PATH]: {
        post: {
          operationId: 'team',
          summary: 'Runs one operation.',
          requestBody: {
            required: true,
            content: json({
              oneOf: operations.map(({ name }) => reference(name)),
              discriminator: {
                propertyName: 'operation',
                mapping: Object.fromEntries(operations.map(({ name }) => [name, reference(name).$ref])),
              },
            }),
          },
          responses: {
            200: {
              description: 'Done.',
              content: json({ anyOf: operations.map(({ name }) => reference(`${name}.result`)) }),
            },
            401: { description: 'No token that the server accepts.' },
            default: {
              description: 'The operation failed or was refused.',
              content: json(reference('Error')),
            },
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries(operations.flatMap(schemasOf)),
        Error: toJson(
          z.object({
            error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
          }),
        ),
      },
    },
  };
}

function ownOperations(): Described[] {
  return Object.entries(OPERATIONS).map(([name, { needs, args, gives }]) => ({
    name,
    needs,
    input: toJson(args),
    output: toJson(gives),
  }));
}

function toolOperations(): Described[] {
  const tools = teamToolsOf('all');
  return tools.map((tool) => {
    const { inputSchema, outputSchema } = wholeSchemas(tool);
    const needs = neededScope({ method: 'tools/call', params: { name: tool.name } }, tools);
    return { name: tool.name, needs, input: inputSchema, output: outputSchema };
  });
}

function schemasOf({ name, needs, input, output }: Described): [name: string, schema: JsonSchema][] {
  const isNeeded = Array.isArray(input['required']) && input['required'].length > 0;
  const request = {
    type: 'object',
    description: `Needs a token with ${needs}.`,
    properties: { operation: { const: name }, arguments: input },
    required: ['operation', ...(isNeeded ? ['arguments'] : [])],
    additionalProperties: false,
  };
  return [
    [name, request],
    [`${name}.result`, output],
  ];
}

function toJson(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}
