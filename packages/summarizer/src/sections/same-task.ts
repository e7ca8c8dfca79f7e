import { BORNE_SHARE, wordShare, wordStems } from '../reading/content-words.js';

/** Whether a line speaks of the task: it holds it, or most of its words in some form. */
export function isSameTask(task: string, line: string): boolean {
  return (
    wordShare(wordStems(task), wordStems(line)) >= BORNE_SHARE ||
    (task.length >= 4 && line.includes(task))
  );
}
