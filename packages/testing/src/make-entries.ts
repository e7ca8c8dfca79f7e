import type { Entry, ModelMessage, Origin } from '@everlong/core';

/** A message in short: `['user', text]`, `['assistant', text]`, a call, or a result. */
export type Line =
  | readonly ['user' | 'assistant' | 'program', string]
  | readonly ['call', toolName: string, input: unknown]
  | readonly ['result' | 'error', string];

/** Entries with the numbers from `firstSeq` on, one a line, a minute apart. */
export function makeEntries(lines: readonly Line[], firstSeq = 0): Entry[] {
  const messages = lines.map((line, index) => toMessage(line, firstSeq + index));
  return toEntries(messages, firstSeq).map((entry, index) => {
    const origin: Origin | undefined = lines[index]?.[0] === 'program' ? 'tool' : undefined;
    return { ...entry, ...(origin && { metadata: { origin } }) };
  });
}

/** The same of messages as they are. */
export function toEntries(messages: readonly ModelMessage[], firstSeq = 0): Entry[] {
  return messages.map((message, index) => ({
    id: `entry-${firstSeq + index}`,
    sessionId: 'session',
    seq: firstSeq + index,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, firstSeq + index)).toISOString(),
    format: 'model-message/1',
    message,
  }));
}

function toMessage(line: Line, seq: number): ModelMessage {
  switch (line[0]) {
    case 'user':
    case 'program':
      return { role: 'user', content: line[1] };
    case 'assistant':
      return { role: 'assistant', content: [{ type: 'text', text: line[1] }] };
    case 'call':
      return {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: `call-${seq}`, toolName: line[1], input: line[2] },
        ],
      };
    default: {
      const type = line[0] === 'error' ? 'error-text' : 'text';
      const toolCallId = `call-${seq - 1}`;
      return {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId, toolName: 'tool', output: { type, value: line[1] } },
        ],
      };
    }
  }
}

/**
 * A short piece of work: a request with constraints, reads, edits, a failure, a decision, a plan.
 */
export const workLines: readonly Line[] = [
  ['user', 'Please make the parser faster.\nNever touch src/legacy.ts. Do not add dependencies!'],
  ['call', 'Read', { file_path: 'src/parser.ts' }],
  ['result', 'export function parseTokens(input: string) {\n  return input.split(/x/);\n}'],
  ['call', 'Edit', { file_path: 'src/parser.ts', old_string: 'split', new_string: 'scanAll' }],
  ['result', 'ok'],
  ['call', 'Bash', { command: 'npm test -- parser_speed' }],
  ['error', 'FAIL src/parser.test.ts\nError: expected 1200 to be less than 1000'],
  [
    'assistant',
    'The root cause is the regular expression in parseTokens. I will use a scanner instead of it.',
  ],
  [
    'call',
    'TodoWrite',
    {
      todos: [
        { content: 'Write the scanner', status: 'in_progress' },
        { content: 'Read the parser', status: 'completed' },
        { content: 'Measure with bench/parse.mjs', status: 'pending' },
      ],
    },
  ],
  ['result', 'ok'],
  ['user', 'Good. Use version 2.4.1 of the grammar at https://example.com/grammar.json'],
];
