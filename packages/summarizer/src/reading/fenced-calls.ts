import { type Entry, toolCallsOf } from '@everlong/core';

import { oneLine } from './shorten.js';
import { spokenText, userText } from './spoken-text.js';

/** Blocks of a shell; agents without tools run them. */
const FENCE = /^```(?:bash|sh|shell|zsh|console)\n((?:(?!```).*\n)*)```$/gm;
const TOOL_NAME = 'bash';

/**
 * Entries in which a command that an agent without tools wrote in a fence is a call, and the
 * program's message that answers it the call's result. Other entries stay as they are.
 */
export function withFencedCalls(entries: readonly Entry[]): Entry[] {
  const commands = entries.map(fencedCommand);
  const byProgram = commands.map(
    (command, index) => command !== undefined && isByProgram(entries[index + 1]),
  );
  let answered: string | undefined;
  return entries.map((entry, index) => {
    const { seq } = entry;
    const toolCallId = answered;
    answered = undefined;
    if (toolCallId !== undefined) {
      const output = { type: 'text' as const, value: spokenText(entry) };
      const result = { type: 'tool-result' as const, toolCallId, toolName: TOOL_NAME, output };
      return { ...entry, message: { role: 'tool', content: [result] } };
    }
    const fenced = commands[index];
    if (fenced === undefined || byProgram[index] !== true) return entry;
    answered = `fenced ${seq}`;
    const { text, command } = fenced;
    const call = { toolCallId: answered, toolName: TOOL_NAME, input: { command } };
    const content = [
      { type: 'text' as const, text },
      { type: 'tool-call' as const, ...call },
    ];
    return { ...entry, message: { role: 'assistant', content } };
  });
}

/** Whether a program wrote the message in the user's role. */
function isByProgram(entry: Entry | undefined): boolean {
  return entry?.message.role === 'user' && userText(entry) === '';
}

/** The command in the only fence of a message without calls, and what was said besides. */
function fencedCommand({ message }: Entry): { command: string; text: string } | undefined {
  if (message.role !== 'assistant' || toolCallsOf(message).length > 0) return undefined;
  const said = spokenText({ message });
  const [match, ...more] = said.matchAll(FENCE);
  const [fence, command = ''] = match ?? [];
  if (fence === undefined || more.length > 0 || oneLine(command) === '') return undefined;
  return { command: command.trimEnd(), text: said.replace(fence, () => '').trim() };
}
