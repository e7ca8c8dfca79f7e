import type { ToolCallPart } from '@everlong/core';
import { isObject, pathKeys } from '@everlong/core/internal';

import { commandOf } from '../actions/acting-calls.js';
import { firstWords } from '../reading/quote.js';

const MAX_LENGTH = 80;
const runningTool =
  /run|test|exec|bash|shell|terminal|command|bench|build|lint|check|eval|measure|simulat|probe|query/i;
/** Tools that look something up, keep notes, talk, or change a file. */
const otherTool =
  /read|view|open|grep|glob|search|find|list|fetch|todo|plan|think|memory|history|ask|send|write|edit|patch|append|replace|create|delete|rename|move/i;
/** Commands that look, move files or record them. */
const otherCommand =
  /^\s*(?:cd [^&;\n]{1,200}(?:&&|;)\s*)?(?:[A-Z_]+=\S+ )*(?:ls|nl|less|bat|sort|diff|stat|du|df|jq|cat|head|tail|grep|rg|find|pwd|cd\s[^&;\n]*$|which|wc|tree|echo|sed|awk|git|gh|mkdir|cp|mv|rm|touch|chmod|sleep|kill|apt|apt-get|pip|(?:npm|pnpm|yarn|bun) (?:i|add|install|ci))(?:\b|$)/;

/** Whether a call runs something to see what comes of it. */
export function isRun(
  { toolName, input }: Pick<ToolCallPart, 'toolName' | 'input'>,
  namesCandidate: boolean,
): boolean {
  const command = commandOf(input);
  if (command !== undefined) return !otherCommand.test(command);
  if (otherTool.test(toolName)) return false;
  const hasPath = pathKeys.some((key) => isObject(input) && key in input);
  return namesCandidate || (runningTool.test(toolName) && !hasPath);
}

/** The inputs of a call in one line, cut between words; empty without any that is a text. */
export function runText(input: unknown): string {
  const command = commandOf(input);
  const values =
    command === undefined
      ? Object.values(isObject(input) ? input : {}).filter(
          (value) => typeof value === 'string' || typeof value === 'number',
        )
      : [command];
  const line = values.join(' ').replace(/\s+/g, ' ').replaceAll('"', "'").trim();
  const kept = firstWords(line, Infinity, MAX_LENGTH);
  return kept.length > MAX_LENGTH ? '' : kept;
}

const testing =
  /\b(?:tests?|spec|pytest|vitest|jest|unittest|tox|check|lint|tsc|typecheck|build)\b/i;

/** Whether the text of a run says that it tests or checks something. */
export function isTestRun(tool: string, what: string): boolean {
  return testing.test(`${tool.replaceAll('_', ' ')} ${what}`);
}
