/** Code, and the names of files and marks of edits around it, are nobody's last words. */
const fence = /^\s*(?:```|~~~)/;

/** A text without its fenced blocks; an unclosed one takes the rest with it. */
export function spokenProse(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  let inFence = false;
  return text
    .split('\n')
    .filter((line) => {
      if (!fence.test(line)) return !inFence;
      inFence = !inFence;
      return false;
    })
    .join('\n');
}
