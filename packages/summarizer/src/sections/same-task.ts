import { SUPPORT_THRESHOLD, wordShare, wordStems } from '../reading/content-words.js';

/** Whether a line is about the task: it contains the task, or most of its words in some form. */
export function isSameTask(task: string, line: string): boolean {
  return (
    wordShare(wordStems(task), wordStems(line)) >= SUPPORT_THRESHOLD ||
    (task.length >= 4 && line.includes(task))
  );
}
