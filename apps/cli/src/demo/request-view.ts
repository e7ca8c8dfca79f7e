import type { ModelObject } from '../setup/model-provider.js';

type CallOptions = Parameters<ModelObject['doGenerate']>[0];
type PromptMessage = CallOptions['prompt'][number];

/** A tool call that the request still shows, with its result. */
export interface SeenCall {
  name: string;
  input: Record<string, unknown>;
  /** The result's text; `undefined` while there is none. */
  result?: string;
  failed: boolean;
}

/** The current task as the request shows it: all that the scripted model knows. */
export interface RequestView {
  /** The text of the newest user message that `isTask` accepts. */
  task: string;
  /** The calls after it, oldest first. */
  calls: SeenCall[];
}

/** Reads the newest task out of a request; `undefined` when there is none in it. */
export function viewRequest(
  prompt: readonly PromptMessage[],
  isTask: (text: string) => boolean,
): RequestView | undefined {
  for (let index = prompt.length - 1; index >= 0; index--) {
    const message = prompt[index];
    if (message?.role !== 'user') continue;
    const task = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    if (isTask(task)) return { task, calls: callsOf(prompt.slice(index + 1)) };
  }
  return undefined;
}

function callsOf(messages: readonly PromptMessage[]): SeenCall[] {
  const calls = new Map<string, SeenCall>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const part of message.content) {
        if (part.type !== 'tool-call') continue;
        const input = part.input as Record<string, unknown>;
        calls.set(part.toolCallId, { name: part.toolName, input, failed: false });
      }
    }
    if (message.role === 'tool') {
      for (const part of message.content) {
        const call = part.type === 'tool-result' ? calls.get(part.toolCallId) : undefined;
        if (call === undefined || part.type !== 'tool-result') continue;
        const { output } = part;
        call.failed = output.type.startsWith('error');
        call.result = 'value' in output ? textOf(output.value) : '';
      }
    }
  }
  return [...calls.values()];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
