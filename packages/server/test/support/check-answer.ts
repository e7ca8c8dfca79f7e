import { expect } from 'vitest';
import { z } from 'zod';

import type { Server } from '../../src/index.js';

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Content }> }>>;
  components: { schemas: Record<string, object> };
}

type Content = Record<string, { schema: object }>;

let known: OpenApi | undefined;
const validators = new Map<string, z.ZodType>();

/** The document is the same for every server. */
export async function openApiOf(server: Server): Promise<OpenApi> {
  known ??= (await (await server.app.request('/openapi.json')).json()) as OpenApi;
  return known;
}

/** The path of the document that a request's path is of. */
function pathTemplate(document: OpenApi, path: string): string | undefined {
  const [plain = ''] = path.split('?');
  return Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(plain),
  );
}

/** Holds an answer to what the OpenAPI document says of its route, status and type. */
export async function checkAnswer(
  server: Server,
  method: string,
  path: string,
  { status, body, headers }: { status: number; body: unknown; headers: Headers },
): Promise<void> {
  const document = await openApiOf(server);
  const template = pathTemplate(document, path);
  if (template === undefined) return;
  const operation = document.paths[template]?.[method.toLowerCase()];
  if (operation === undefined || status >= 500) return;
  const response = operation.responses[String(status)];
  expect(
    response,
    `${method} ${template} answers ${status}, which is not documented`,
  ).toBeDefined();
  if (body === undefined) return;
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const schema = response?.content?.[type]?.schema;
  expect(
    schema,
    `${method} ${template} ${status} is ${type}, which is not documented`,
  ).toBeDefined();
  const key = `${method} ${template} ${status}`;
  const validator = validators.get(key) ?? toZod(document, schema ?? {});
  validators.set(key, validator);
  const { error } = validator.safeParse(body);
  expect(error && `${key}: ${JSON.stringify(error.issues.slice(0, 3))}`).toBeUndefined();
}

function toZod(document: OpenApi, schema: object): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(
    JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as never,
  );
}
