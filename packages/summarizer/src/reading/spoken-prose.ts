/** Code and the file names and edit marks around it, which are not prose. */
const fence = /^\s*(?:```|~~~)/;

/** A text without its fenced blocks; an unclosed one extends to the end. */
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
