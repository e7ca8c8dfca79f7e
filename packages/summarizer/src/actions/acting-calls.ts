import type { ToolCallPart } from '@everlong/core';

/** Tools that only read, note or ask. */
const lookingTool =
  /grep|glob|search|find|list|^ls$|fetch|read|view|^get|^show|todo|plan|think|thought|journal|memory|ask|test|lint|check|history/i;
/** Commands that only read, and runs of tests, which may be repeated. */
const lookingCommand =
  /^\s*(?:cd [^&;]{1,200}(?:&&|;)\s*)?(?:[A-Z_]+=\S+ )*(?:ls|cat|head|tail|grep|rg|find|pwd|which|wc|tree|echo [^>]*$|sed -n|git (?:status|log|diff|show|branch)|(?:npx |pnpm |npm (?:run )?|yarn |bun )?(?:test|vitest|jest|lint|tsc|typecheck)|(?:python3? -m )?pytest|go test|cargo (?:test|check))\b/;
const commandKeys = ['command', 'cmd'];

/** Whether a call does more than read, so that it must not be done twice. */
export function isActing({ toolName, input }: Pick<ToolCallPart, 'toolName' | 'input'>): boolean {
  const command = commandOf(input);
  return command === undefined ? !lookingTool.test(toolName) : !lookingCommand.test(command);
}

/** The shell command that a call runs, if it runs one. */
export function commandOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const fields = input as Record<string, unknown>;
  for (const key of commandKeys) {
    const value = fields[key];
    // Editors of the `str_replace_editor` kind name the verb in `command`.
    if (typeof value === 'string')
      return /^\w+$/.test(value) && 'path' in fields ? undefined : value;
    if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(' ');
  }
  return undefined;
}
