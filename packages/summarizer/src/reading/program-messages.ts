import type { Entry } from '@everlong/core';

/** How a harness reports that a command of its agent ended. */
const reports =
  /^(?:the last command\b.{0,400}\btimed out\b|command timed out\b|observation:|execution result of\b|tool result\b|\[ERROR\] you did not use a tool\b)/is;
/** The question of a program that waits for a key. */
const asksForKey = /\(Y\)es\/\(N\)o\b|\[[yY]\/[nN]\]:? *\S*$/;
/** The state of a shell that every answer ends with: `(Current directory: /a)` and a prompt. */
const promptEnd = /\n\([^()\n]{1,400}\)\n[\w-]{0,20}[$#]\s*$/;
/** The entries in which a task is given: after the system prompt and a demonstration. */
const MAX_TASK_SEQ = 2;
const MAX_END_LENGTH = 600;

/**
 * Whether a program wrote a message in the user's role: a harness's report that a command timed out,
 * a question that waits for a key, or what a shell put out.
 */
export function isProgramMessage(text: string, { seq }: Pick<Entry, 'seq'>): boolean {
  if (seq > MAX_TASK_SEQ && promptEnd.test(text.slice(-MAX_END_LENGTH))) return true;
  const start = text.slice(0, MAX_END_LENGTH).trimStart();
  return reports.test(start) || asksForKey.test(start);
}
