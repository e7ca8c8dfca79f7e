import type { ModelMessage } from '@everlong/core';

/** What a reader gets: a request as its model would see it. */
export interface ShownRequest {
  instructions: string;
  messages: readonly ModelMessage[];
}

/** The request as plain text: each message under its role, calls and results where they stand. */
export function requestText({ instructions, messages }: ShownRequest): string {
  const head = instructions === '' ? [] : [section('system', instructions)];
  return [...head, ...messages.map(messageText)].join('\n');
}

/** One message as plain text. */
export function messageText({ role, content }: ModelMessage): string {
  if (typeof content === 'string') return section(role, content);
  return section(role, content.map(partText).join('\n'));
}

function section(role: string, text: string): string {
  return `===== ${role} =====\n${text}\n`;
}

type Part = Exclude<ModelMessage['content'], string>[number];

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return `[reasoning]\n${part.text}`;
    case 'tool-call':
      return `[calls ${part.toolName}] ${inputText(part.input)}`;
    case 'tool-result':
      return `[result of ${part.toolName}]\n${outputText(part.output)}`;
    default:
      return `[${part.type}]`;
  }
}

function inputText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

function outputText(output: { type: string; value?: unknown }): string {
  const { value } = output;
  return typeof value === 'string' ? value : JSON.stringify(value ?? output);
}
