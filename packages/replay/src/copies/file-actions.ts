import { pathKeys } from '@everlong/core/internal';

import type { FileAction } from './file-action.js';
import { findPatch, patchEdits } from './patch-edits.js';
import { shellRead } from './shell-reads.js';

const BEFORE_KEYS = ['old_string', 'oldText', 'old_text', 'old_str', 'oldString', 'search'];
const AFTER_KEYS = ['new_string', 'newText', 'new_text', 'new_str', 'newString', 'replace'];
const CONTENT_KEYS = ['content', 'file_text', 'contents'];
const COMMAND_KEYS = ['cmd', 'command'];
const FROM_KEYS = ['offset', 'start_line', 'startLine', 'start'];
const TO_KEYS = ['end_line', 'endLine', 'end'];

/** The tool with which a closed loop rereads entries; its input names the entry. */
export const READ_AGAIN = 'read_again';

/** What a tool call does to files, recognized by common names of tools and inputs. */
export function fileActions(toolName: string, input: unknown): FileAction[] {
  if (typeof input === 'string') return commandActions(input);
  if (typeof input !== 'object' || input === null) return [];
  const fields = input as Record<string, unknown>;
  const file = textOf(fields, pathKeys);
  const { edits, files } = fields;
  if (Array.isArray(edits)) return edits.flatMap((edit: unknown) => editOf(edit, file));
  if (Array.isArray(files) && files.length === 1) return fileActions(toolName, files[0]);
  const edit = editOf(fields, file);
  if (edit.length > 0) return edit;
  const patch = textOf(fields, ['patch', 'input', ...COMMAND_KEYS]);
  if (file === undefined) return patch === undefined ? [] : commandActions(patch);
  const text = textOf(fields, CONTENT_KEYS);
  if (text !== undefined && /write|create|editor/i.test(toolName)) {
    return [{ op: 'write', file, text }];
  }
  const isRead = /read|view|open|editor/i.test(toolName) || toolName === '';
  return isRead ? [readOf(toolName, file, fields)] : [];
}

function readOf(toolName: string, file: string, fields: Record<string, unknown>): FileAction {
  if (toolName === READ_AGAIN) {
    const { entry } = fields;
    return { op: 'read', file, ...(typeof entry === 'number' ? { asOf: entry } : {}) };
  }
  const { view_range: range, limit } = fields;
  const [first, last]: unknown[] = Array.isArray(range) ? range : [];
  const from = numberOf(fields, FROM_KEYS) ?? asNumber(first);
  const to = numberOf(fields, TO_KEYS) ?? asNumber(last);
  const lines = asNumber(limit);
  const end = to ?? (lines === undefined ? undefined : (from ?? 1) + lines - 1);
  if (from === undefined && end === undefined) return { op: 'read', file };
  return {
    op: 'read',
    file,
    part: { ...(from === undefined ? {} : { from }), ...(end === undefined ? {} : { to: end }) },
  };
}

function editOf(fields: unknown, file: string | undefined): FileAction[] {
  if (typeof fields !== 'object' || fields === null) return [];
  const before = textOf(fields as Record<string, unknown>, BEFORE_KEYS);
  const after = textOf(fields as Record<string, unknown>, AFTER_KEYS);
  if (before === undefined || after === undefined) return [];
  // An edit of nothing writes a new file.
  if (before === '') return file === undefined ? [] : [{ op: 'write', file, text: after }];
  return [{ op: 'edit', file, before, after }];
}

function commandActions(command: string): FileAction[] {
  const patch = findPatch(command);
  if (patch !== undefined) return patchEdits(patch);
  const read = shellRead(command);
  return read === undefined ? [] : [read];
}

function textOf(fields: Record<string, unknown>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
      return value.at(-1);
    }
  }
  return undefined;
}

function numberOf(fields: Record<string, unknown>, keys: readonly string[]): number | undefined {
  return keys.map((key) => asNumber(fields[key])).find((value) => value !== undefined);
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Whether two paths name the same file: equal, or one is the end of the other. */
export function isSameFile(left: string, right: string): boolean {
  const [one, other] = [plainPath(left), plainPath(right)];
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

/** The last name of a path. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '');
}
