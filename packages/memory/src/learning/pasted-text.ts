/** Copied from elsewhere: code, mails, pages, and memories or roles of a request. */
const pasted = [
  /```[\s\S]*?(?:```|$)/g,
  /^[ \t]*>.*$/gm,
  /^##+ (?:Relevant Memory|Past Learnings)[\s\S]*?(?=^#|$(?![\s\S]))/gim,
  /<(?:[a-z][\w-]*)(?:\s[^<>]{0,200})?>[\s\S]*?<\/[a-z][\w-]*>/gi,
  /^[ \t]*(?:\[?(?:system|assistant|tool|user|human)\]?|tool[ _]result|function[ _]result)\s*:.*$/gim,
];

/** Whether all of a part of a text was copied from elsewhere. */
export function isPasted(text: string, { start, end }: { start: number; end: number }): boolean {
  const own = pasted.reduce(
    (left, pattern) => left.replace(pattern, (part) => ' '.repeat(part.length)),
    text,
  );
  return own.slice(start, end).trim() === '';
}
