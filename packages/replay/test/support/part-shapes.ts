import type { AssistantPart, ModelMessage, ToolResultPart, UserPart } from '@everlong/core';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Contents of a file, sound and unsound, as stores take them. */
const DATA: Readonly<Record<string, unknown>> = {
  base64: { type: 'data', data: PNG },
  bytes: { type: 'data', data: new Uint8Array([137, 80, 78, 71]) },
  'untagged base64': PNG,
  'a file address': { type: 'data', data: 'file:///etc/passwd' },
  'an untagged file address': 'file:///etc/passwd',
  'a web address as data': { type: 'data', data: 'https://example.com/a.png' },
  'a data address as data': { type: 'data', data: `data:image/png;base64,${PNG}` },
  'a data address': { type: 'url', url: new URL(`data:image/png;base64,${PNG}`) },
  'a web address': { type: 'url', url: new URL('https://example.com/a.png') },
  'a web address in a string': { type: 'url', url: 'https://example.com/a.png' },
  'an ftp address': { type: 'url', url: new URL('ftp://x/y.png') },
  'a blob address': { type: 'url', url: new URL('blob:https://x/1') },
  'no address': { type: 'url', url: 'not a url' },
  'a reference to nobody': { type: 'reference', reference: {} },
  'a reference to another provider': { type: 'reference', reference: { x: 'y' } },
  'references to all': {
    type: 'reference',
    reference: {
      anthropic: 'file_1',
      openai: 'file-1',
      google: 'https://generativelanguage.googleapis.com/v1beta/files/a',
    },
  },
  text: { type: 'text', text: 'a,b' },
  'no data': { type: 'data', data: '' },
  garbage: { type: 'data', data: '%%%' },
};

const MEDIA_TYPES = [
  'image/png',
  'image/*',
  'application/pdf',
  'text/plain',
  'audio/wav',
  'nonsense',
];

/** Options of all providers, right and wrong. */
const OPTIONS: readonly unknown[] = [
  undefined,
  { anthropic: { signature: 'c2ln' } },
  { anthropic: { signature: 5 } },
  { anthropic: { redactedData: {} } },
  { anthropic: { cacheControl: 7, citations: 'all', title: 1, context: [], containerUpload: 'x' } },
  { openai: { itemId: 5, reasoningEncryptedContent: 5 } },
  { openai: { itemId: 'rs_1', reasoningEncryptedContent: [] } },
  { openai: { phase: 'x', name: 3, caller: 1, imageDetail: 9 } },
  { google: { thoughtSignature: 5, serverToolCallId: 1, serverToolType: {} } },
];

/** What a hosted tool is called with, and gives. */
const VALUES: readonly unknown[] = [
  { query: 'x' },
  5,
  [1],
  'text',
  null,
  [],
  {},
  [5],
  { type: 'code_execution_result' },
  { type: 'nobody_knows' },
  { outcome: 'OUTCOME_OK', output: '' },
  { code: 'print(1)', language: 'PYTHON' },
  { outcome: 'fine', output: 3 },
  { action: { type: 'search', query: 'x' } },
];

const HOSTED_TOOLS = [
  'web_search',
  'web_fetch',
  'code_execution',
  'code_interpreter',
  'file_search',
  'image_generation',
  'tool_search_tool_regex',
  'tool_search',
  'programmatic_tool_calling',
  'advisor',
  'google_search',
  'url_context',
  'my_tool',
];

const OUTPUT_TYPES = ['json', 'text', 'error-json', 'error-text', 'execution-denied'];

/** One message or exchange of a conversation, as a store takes it. */
export interface PartShape {
  name: string;
  messages: ModelMessage[];
}

/** Every type of part, each in all the shapes that a store takes. */
export function partShapes(): PartShape[] {
  return [...userShapes(), ...assistantShapes(), ...hostedShapes(), ...resultShapes()];
}

/** The shapes that once left a session unanswerable. */
export function knownFaults(): PartShape[] {
  const file = { type: 'file', mediaType: 'text/plain' };
  const signed = { anthropic: { signature: 5 } };
  return [
    userShape('a file address', { ...file, data: 'file:///etc/passwd' }),
    userShape('a reference to another', { ...file, data: DATA['a reference to another provider'] }),
    userShape('an ftp address', { ...file, data: DATA['an ftp address'] }),
    assistantShape('a wrong signature', [
      { type: 'reasoning', text: 'hm', providerOptions: signed },
    ]),
    hostedShape('a hosted call of wrong shape', 'web_search', 5, { type: 'json', value: 5 }),
    hostedShape('a hosted call', 'web_search', { query: 'x' }, { type: 'json', value: [] }),
    hostedShape('a hosted call with a list', 'url_context', [1], { type: 'json', value: [] }),
  ];
}

function userShapes(): PartShape[] {
  const files = Object.entries(DATA).flatMap(([name, data]) =>
    MEDIA_TYPES.map((mediaType) =>
      userShape(`a file of ${mediaType}: ${name}`, { type: 'file', data, mediaType }),
    ),
  );
  const images = Object.entries(DATA).map(([name, given]) => {
    const { data, url, reference } = given as Record<string, unknown>;
    return userShape(`an image: ${name}`, {
      type: 'image',
      image: data ?? url ?? reference ?? given,
    });
  });
  const dressed = OPTIONS.flatMap((providerOptions) => [
    userShape(`text with ${said(providerOptions)}`, { type: 'text', text: 'hi', providerOptions }),
    userShape(`file with ${said(providerOptions)}`, {
      type: 'file',
      data: DATA['base64'],
      mediaType: 'image/png',
      filename: '',
      providerOptions,
    }),
  ]);
  const unknown = userShape('an unknown part', { type: 'hologram', beam: 1 });
  return [
    ...files,
    ...images,
    ...dressed,
    unknown,
    userShape('blank', { type: 'text', text: ' ' }),
  ];
}

function assistantShapes(): PartShape[] {
  const parts: object[] = [
    { type: 'text', text: 'well' },
    { type: 'text', text: '' },
    { type: 'reasoning', text: 'hm' },
    { type: 'reasoning', text: '' },
    { type: 'custom', kind: 'anthropic.fallback' },
    { type: 'custom', kind: 'openai.compaction' },
    { type: 'custom', kind: 'acme.item' },
    { type: 'hologram' },
    { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'nobody' },
    ...Object.values(DATA).flatMap((data) =>
      ['file', 'reasoning-file'].map((type) => ({ type, data, mediaType: 'image/png' })),
    ),
  ];
  return parts.flatMap((part) =>
    OPTIONS.map((providerOptions) => {
      const dressed = { ...part, ...(providerOptions === undefined ? {} : { providerOptions }) };
      return assistantShape(`${said(part)} with ${said(providerOptions)}`, [dressed]);
    }),
  );
}

function hostedShapes(): PartShape[] {
  return HOSTED_TOOLS.flatMap((toolName) =>
    VALUES.flatMap((value, index) =>
      OUTPUT_TYPES.slice(0, index < 3 ? undefined : 1).flatMap((type) =>
        ['srvtoolu_1', 'h1', 'mcptoolu_1'].map((toolCallId) => {
          const input = VALUES[(index * 7) % VALUES.length];
          const name = `${toolName} (${toolCallId}, ${said(input)}): ${type} ${said(value)}`;
          return hostedShape(name, toolName, input, { type, value }, toolCallId);
        }),
      ),
    ),
  );
}

function resultShapes(): PartShape[] {
  const contents: object[] = [
    ...Object.values(DATA).map((data) => ({ type: 'file', data, mediaType: 'image/png' })),
    { type: 'file-data', data: 'file:///etc/passwd', mediaType: 'image/png' },
    { type: 'image-data', data: PNG, mediaType: 'image/png' },
    { type: 'file-url', url: 'ftp://x/y' },
    { type: 'file-url', url: 'https://example.com/a.pdf', mediaType: 'application/pdf' },
    { type: 'image-url', url: 'not a url' },
    { type: 'image-url', url: 'https://example.com/a.png' },
    { type: 'file-id', fileId: 'file-1' },
    { type: 'image-file-id', fileId: { x: 'y' } },
    { type: 'file-reference', providerReference: { x: 'y' } },
    { type: 'image-file-reference', providerReference: {} },
    { type: 'custom' },
    { type: 'custom', providerOptions: { anthropic: { type: 'tool-reference', toolName: 5 } } },
    { type: 'hologram' },
  ];
  const outputs: object[] = [
    ...contents.map((content) => ({ type: 'content', value: [content] })),
    { type: 'content', value: [] },
    ...OUTPUT_TYPES.flatMap((type) => VALUES.map((value) => ({ type, value }))),
  ];
  return outputs.map((output) => ({
    name: `a result: ${said(output)}`,
    messages: [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: [1] }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'read_file',
            output: output as ToolResultPart['output'],
          },
        ],
      },
    ],
  }));
}

function userShape(name: string, part: object): PartShape {
  return { name, messages: [{ role: 'user', content: [part as UserPart] }] };
}

function hostedShape(
  name: string,
  toolName: string,
  input: unknown,
  output: object,
  toolCallId = 'h1',
): PartShape {
  return assistantShape(name, [
    { type: 'tool-call', toolCallId, toolName, input, providerExecuted: true },
    { type: 'tool-result', toolCallId, toolName, output },
  ]);
}

/** With a text behind it: alone, most parts are left out. */
function assistantShape(name: string, parts: object[]): PartShape {
  const content = [...parts, { type: 'text', text: 'found' }] as AssistantPart[];
  return { name, messages: [{ role: 'assistant', content }] };
}

function said(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 120) ?? 'nothing';
}
