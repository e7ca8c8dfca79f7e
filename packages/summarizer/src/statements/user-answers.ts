import { type Entry, isErrorOutput, toolOutputText } from '@everlong/core';

import { firstWords } from '../reading/quote.js';

/** Tools that ask the user a question; their results are the user's words. */
const asking = /^ask|ask_?user|question|user_?input|clarif/i;
/** Tools that put a plan before the user. */
const planning = /plan/i;
const approval = /\bapproved\b/i;
/** `"Question"="answer"`, as Claude Code writes it. */
const pair = /"[^"\n]{1,400}"="[^"\n]{1,400}"/g;
/** The user's words behind the refusal of a call. */
const refusal = /\bthe user (?:provided the following reason for the rejection|said):\s*(\S[^]*)$/i;
const MAX_LENGTH = 400;

/**
 * What the user said through tools, verbatim: answers to questions with these, the approval of a
 * plan, and why he refused a call.
 */
export function userAnswers({ message }: Entry): string[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((part) => {
    if (part.type !== 'tool-result') return [];
    const text = toolOutputText(part.output).trim();
    const [, reason] = refusal.exec(text) ?? [];
    if (reason !== undefined) return [firstLine(reason)];
    if (isErrorOutput(part.output)) return [];
    if (isAsking(part.toolName)) {
      const pairs = text.match(pair) ?? [];
      return pairs.length > 0 ? pairs.map((each) => each.slice(1, -1)) : [firstLine(text)];
    }
    return planning.test(part.toolName) && approval.test(text) ? [firstLine(text)] : [];
  });
}

/** Whether the results of a tool are the user's words. */
export function isAsking(toolName: string): boolean {
  return asking.test(toolName);
}

/** Whether a sentence is a question with its answer, or tells of an approval. */
export function isAnswered(sentence: string): boolean {
  return sentence.includes('"="') || /^(?:the )?user has approved\b/i.test(sentence);
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return firstWords(line.trim(), Infinity, MAX_LENGTH);
}
