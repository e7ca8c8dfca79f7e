interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  default?: unknown;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<
    string,
    { description?: string; content?: Record<string, { schema?: Schema }> }
  >;
}

interface Document {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{white-space:pre-wrap}h2{margin-top:3rem}
details{border:1px solid #ccc;border-radius:6px;margin:.5rem 0;padding:.4rem .8rem}summary{cursor:pointer}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0}
.method{display:inline-block;min-width:4.2rem;font-weight:600}a{color:#0550ae}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}details{border-color:#444}a{color:#7ab7ff}}`;

/** Renders an OpenAPI document as one self-contained page of HTML. */
export function renderDocs(source: object): string {
  const document = source as Document;
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [tag = 'Other'] = operation.tags ?? [];
      groups.set(tag, [...(groups.get(tag) ?? []), renderOperation(method, path, operation)]);
    }
  }
  const schemas = Object.entries(document.components?.schemas ?? {});
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(document.info.title)}</title><style>${style}</style>
<h1>${escape(document.info.title)}</h1>${renderText(document.info.description)}
<p>For programs: <a href="openapi.json">openapi.json</a>. For agents: MCP at <code>/mcp</code>.</p>
<nav>${[...groups.keys()].map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`).join(' · ')} · <a href="#schemas">Schemas</a></nav>
${[...groups].map(([tag, rows]) => `<h2 id="${escape(tag)}">${escape(tag)}</h2>${rows.join('')}`).join('')}
<h2 id="schemas">Schemas</h2>${schemas.map(([name, schema]) => renderSchema(name, schema)).join('')}</html>`;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escape(name)}</code><td>${escape(place)}${required === true ? ', required' : ''}<td>${typeOf(schema)}<td>${escape(schema?.description ?? '')}`,
  );
  const answers = Object.entries(responses).map(
    ([status, { description: said = '', content = {} }]) =>
      `<tr><td>${escape(status)}<td>${escape(said)}<td>${typeOf(Object.values(content)[0]?.schema)}`,
  );
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code> ${escape(summary ?? '')}</summary>
${renderText(description)}${rows.length === 0 ? '' : `<h4>Parameters</h4><table>${rows.join('')}</table>`}
${body === undefined ? '' : `<h4>Body</h4>${typeOf(body)}${fieldsOf(body)}`}<h4>Answers</h4><table>${answers.join('')}</table></details>`;
}

function renderSchema(name: string, schema: Schema): string {
  return `<details id="schema-${escape(name)}"><summary><code>${escape(name)}</code></summary>${renderText(schema.description)}${fieldsOf(schema) || typeOf(schema)}</details>`;
}

function fieldsOf({ properties, required = [] }: Schema): string {
  if (properties === undefined) return '';
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `<tr><td><code>${escape(name)}</code><td>${required.includes(name) ? 'required' : ''}<td>${typeOf(schema)}<td>${escape(schema.description ?? '')}`,
  );
  return `<table>${rows.join('')}</table>`;
}

function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return '';
  if (schema.$ref !== undefined) {
    const name = escape(schema.$ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escape(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined) {
    return schema.enum.map((value) => `<code>${escape(JSON.stringify(value))}</code>`).join(' | ');
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return choices.map(typeOf).join(' | ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const type = [schema.type ?? 'any'].flat().join(' | ');
  const preset = schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`;
  return escape(`${type}${preset}`);
}

function renderText(text: string | undefined): string {
  if (text === undefined) return '';
  const html = escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
  return html
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
