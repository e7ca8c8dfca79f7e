import type { ModelMessage } from '@everlong/core';

/** What an agent did: the tool as the session names it, and what it acted on. */
export interface RecordedAction {
  /** The tool's name; of a command, the kind of command is right as well. */
  tools: string[];
  /**
   * Names of which the reader's target must hold one: files by their last part, else the program.
   */
  targets: string[];
  /** What was called, for the one who looks over the key. */
  call: string;
}

type CommandKind = 'read' | 'search' | 'edit' | 'run';

const KINDS: readonly [CommandKind, RegExp][] = [
  ['edit', /\bsed\s+-i|\bpatch\b|apply_patch|<<\s*['"]?\w+|(?:^|[^2>&])>\s*[\w./]|\brm\b|\bmv\b/],
  ['search', /^(?:grep|rg|find|ls|ag|git\s+grep)\b/],
  ['read', /^(?:cat|head|tail|nl|less|sed\s+-n|git\s+(?:show|diff|log))\b/],
];
const MOST_CALL_CHARS = 600;

/**
 * The first tool call of a recorded message, or its fenced command; undefined if it has neither.
 */
export function recordedAction({ role, content }: ModelMessage): RecordedAction | undefined {
  if (role !== 'assistant') return undefined;
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const call = parts.find((part) => part.type === 'tool-call');
  if (call?.type === 'tool-call') return ofCall(call.toolName, call.input);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const command = /```(?:bash|sh)\n([\s\S]*?)```/.exec(text)?.[1]?.trim();
  return command === undefined || command === ''
    ? undefined
    : { tools: [kindOf(command)], targets: targetsOf(command), call: shorten(command) };
}

function ofCall(toolName: string, input: unknown): RecordedAction {
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const call = shorten(`${toolName} ${JSON.stringify(input)}`);
  const field = (name: RegExp): string | undefined => {
    const value: unknown = fields.find(([key]) => name.test(key))?.[1];
    return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : undefined;
  };
  const command = field(/^(?:command|cmd)$/);
  if (command !== undefined) {
    const script = command.replace(/^bash -lc /, '');
    return { tools: [toolName, kindOf(script)], targets: targetsOf(script), call };
  }
  const path = field(/path|file/i);
  const other = field(/pattern|query|url|description/) ?? toolName;
  return { tools: [toolName], targets: path === undefined ? [other] : [lastPart(path)], call };
}

/** What a command does, by its first program behind any `cd`. */
function kindOf(command: string): CommandKind {
  const own = withoutFolder(command);
  return KINDS.find(([, shape]) => shape.test(own))?.[0] ?? 'run';
}

function targetsOf(command: string): string[] {
  const own = withoutFolder(command);
  const files = own.match(/[\w./-]*\w\.[a-z]{1,5}\b/g) ?? [];
  const program = /^\S+/.exec(own)?.[0] ?? own;
  return files.length > 0 ? [...new Set(files.map(lastPart))].slice(0, 4) : [lastPart(program)];
}

function withoutFolder(command: string): string {
  return command.replace(/^(?:cd\s+\S+\s*(?:&&|;)\s*)+/, '').trim();
}

function lastPart(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path;
}

function shorten(text: string): string {
  return text.length > MOST_CALL_CHARS ? `${text.slice(0, MOST_CALL_CHARS)}…` : text;
}
