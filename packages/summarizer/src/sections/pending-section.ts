import { type Entry } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

import { quote } from '../reading/quote.js';
import { isSameTask } from './same-task.js';

/** The maximum number of open tasks carried. */
const MAX_TASKS = 30;
const MAX_DEPTH = 4;

const closed = /^(?:completed?|done|cancelled|canceled|finished|closed|skipped)$/i;
const textKeys = ['content', 'step', 'task', 'title', 'text', 'description', 'name'];

interface Task {
  text: string;
  status: string;
}

/**
 * The open tasks of the newest todo list or plan that a call wrote, as `status: "task" (#entry)`;
 * those of `previous` if no newer list was written. Lines that a model wrote stay unless the list
 * names their task.
 */
export function pendingSection(previous: readonly string[], entries: readonly Entry[]): string[] {
  for (const entry of entries.toReversed()) {
    const tasks = tasksOf(entry);
    if (tasks.length === 0) continue;
    const others = previous.filter(
      (line) => !isListedTask(line) && !tasks.some(({ text }) => isSameTask(text, line)),
    );
    const listed = tasks
      .filter(({ isClosed }) => !isClosed)
      .map(
        ({ text, status }) =>
          `${status.replaceAll('_', ' ')}: ${quote(redactSecrets(text), 30)} (#${entry.seq})`,
      );
    return [...listed, ...others].slice(0, MAX_TASKS);
  }
  return [...previous];
}

/** Whether a line has the form of a task from a list that a call wrote. */
export function isListedTask(line: string): boolean {
  return /^[^":]{1,40}: ".*"(?: \[…\])? \(#\d+\)$/.test(line);
}

/** The tasks of the last list that the entry's calls wrote; empty without one. */
export function tasksOf({ message }: Entry): (Task & { isClosed: boolean })[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [];
  for (const part of message.content.toReversed()) {
    const tasks = part.type === 'tool-call' ? findTasks(part.input, 0) : undefined;
    if (tasks !== undefined) {
      return tasks.map((task) => ({ ...task, isClosed: closed.test(task.status) }));
    }
  }
  return [];
}

/** The first list in an input whose items all have a status and a text. */
function findTasks(input: unknown, depth: number): Task[] | undefined {
  if (typeof input !== 'object' || input === null || depth > MAX_DEPTH) return undefined;
  if (Array.isArray(input)) {
    const tasks = input.slice(0, 200).map(toTask);
    return tasks.length > 0 && tasks.every((task) => task !== undefined) ? tasks : undefined;
  }
  for (const value of Object.values(input)) {
    const tasks = findTasks(value, depth + 1);
    if (tasks !== undefined) return tasks;
  }
  return undefined;
}

function toTask(item: unknown): Task | undefined {
  if (typeof item !== 'object' || item === null || !('status' in item)) return undefined;
  const { status } = item;
  const fields = item as Record<string, unknown>;
  const text = textKeys.map((key) => fields[key]).find((value) => typeof value === 'string');
  return typeof status === 'string' && typeof text === 'string' ? { text, status } : undefined;
}
