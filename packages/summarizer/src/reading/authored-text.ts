/** Fenced code, which contains no sentences of the author. */
const fence = /^\s*(?:```|~~~)/;
/** Ends of lines of code, and what occurs in code only. */
const codeEnd = /[{}();\\]\s*$|=>\s*$|^\s*[}\])]/;
/** An aside of words at the end of a line: "the dependencies (mostly of the server)". */
const asideEnd = /[\p{L}\d] \([^(){}=;]*\)\s*$/u;
const codeInside =
  /=>|\(\)|::|[\w)\]]\s?(?:[+*/|&-]?=|[!=]==?|<=)\s?[\w"'([{]|<\/?\w+[^>]*>|\w\.\w+\(|&&|\|\|/;
const codeStart =
  /^\s+#|^\s*(?:\/\/|\/\*|\*\/|#!|#include|--\s|%%|"""|<!--|@\w+|(?:import|from|export|const|let|var|def|class|return|function|async|public|private|static|assert|raise|throw|except|try|elif|else|print|package|fn|impl|type|interface)\b.*(?:[=({:;[]|\bfrom\b))/;
/** Prompts, log lines, stack frames, tables, diffs, listings with line numbers. */
const output =
  /^\s*(?:[$%❯➜│┌└├─╭╰⠇→>]|\d{4}-\d\d-\d\d[T ]|\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE)\b|(?:npm|E|W|F|FAILED|PASSED|error|warning|note|info|Traceback)[:[ ]|File "|at \S+ ?\(|\d+\s*[|:│]|\d+[:-]\s{2,}|[|+][-=+|]|@@ |diff --git |index [0-9a-f]{7}|[+]{3} |-{3} \S|[+-]\s{2,}|[+-] \d+ |={5,}|-{5,}|_{5,}|\w+(?:\.\w+)+:\d+)/;
/** The share of lines that must look like code for a paragraph to count as code. */
const CODE_SHARE = 0.5;
const MIN_CODE_LINES = 3;
/**
 * Nobody writes this many lines without a blank one, lists apart; only the ends of such a block are
 * read.
 */
const MAX_PARAGRAPH_LINES = 20;
const EDGE_LINES = 3;
const listMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;

/**
 * Keeps the lines that the author of a text is likely to have written and blanks the others: fenced
 * code, code or program output pasted without a fence, and quoted lines (`>`) unless the whole text
 * is quoted. Deterministic; linear in the text.
 */
export function authoredText(text: string): string {
  return linesOf(text, 'authored');
}

/**
 * The sentences among the lines that `authoredText` takes for pasted: in a long report, what its
 * author wrote between code and output. Other lines are blank.
 */
export function pastedProse(text: string): string {
  return linesOf(text, 'pasted');
}

/** The author's own lines, or the sentences in those that he pasted; other lines are blank. */
function linesOf(text: string, wanted: 'authored' | 'pasted'): string {
  const lines = text.split('\n');
  const kept = lines.map(() => '');
  // A single line of code is what the user asks for or about.
  if (lines.filter((line) => line.trim() !== '').length === 1) {
    return (wanted === 'authored' ? unquoted(lines) : kept).join('\n');
  }
  const plain = unquoted(lines);
  let inFence = false;
  let start = 0;
  const closeParagraph = (end: number): void => {
    const paragraph = lines.slice(start, end);
    const code = paragraph.filter((line) => isCode(line)).length;
    const listed = paragraph.filter((line) => listMark.test(line)).length;
    const isAllCode = code >= MIN_CODE_LINES && code >= paragraph.length * CODE_SHARE;
    const isLong = paragraph.length > MAX_PARAGRAPH_LINES && listed * 2 < paragraph.length;
    for (let index = start; index < end; index++) {
      const line = plain[index] ?? '';
      const isEdge = index < start + EDGE_LINES || index >= end - EDGE_LINES;
      const isPasted = isAllCode || (isLong && !isEdge);
      if (isPasted !== (wanted === 'pasted') || isCode(line)) continue;
      if (!isPasted || isSentence(line.trim())) kept[index] = line;
    }
  };
  for (const [index, line] of lines.entries()) {
    const isFence = fence.test(line);
    if (isFence || inFence || line.trim() === '') {
      closeParagraph(index);
      start = index + 1;
    }
    if (isFence) inFence = !inFence;
  }
  closeParagraph(lines.length);
  return kept.join('\n');
}

/** At least six words, and an end such as that of a sentence. */
const words = /^["'(]?\p{L}\S*(?:\s+\S+){5}/u;
const sentenceEnd = /[.!?:)]["']?$/;

function isSentence(line: string): boolean {
  return words.test(line) && sentenceEnd.test(line);
}

/** The lines without quotation marks (`>`) if the whole text is quoted. */
function unquoted(lines: readonly string[]): readonly string[] {
  const isQuotation = lines.every((line) => line.trim() === '' || line.startsWith('>'));
  return isQuotation ? lines.map((line) => line.replace(/^>\s?/, '')) : lines;
}

/** The part of a line that is enough to classify it. */
const MAX_LOOKED_AT = 400;

function isCode(line: string): boolean {
  const start = line.slice(0, MAX_LOOKED_AT);
  if (start.trim() === '') return false;
  if (output.test(start) || codeStart.test(start)) return true;
  const end = line.slice(-MAX_LOOKED_AT);
  const endsAsCode = codeEnd.test(end) && !asideEnd.test(end);
  return (codeInside.test(start) || endsAsCode) && !isProse(line, start);
}

/**
 * "Set retries = 7 in config.ts", "In config.ts rename foo() to bar()": a request that names code.
 */
const asksToChange =
  /^\s*(?:[-*•]\s+|\d{1,3}[.)]\s+)?(?:(?:please|now|then|also|and|next)[, ]+)*(?:(?:in|at|for) `?[\w./-]+`?[, ]+)?(?:please )?(?:add|bump|call|change|configure|disable|enable|increase|keep|lower|make|move|put|raise|remove|rename|replace|run|set|switch|update|use|write)\s+`?[\w$./-]/i;

/** Several plain words in a row, as in a sentence. */
function isProse(line: string, start: string): boolean {
  if (/^\s{8,}/.test(start) || /;\s*$/.test(line.slice(-MAX_LOOKED_AT))) return false;
  if (asksToChange.test(start) && !codeEnd.test(line.slice(-MAX_LOOKED_AT))) return true;
  return /(?:[\p{L}'’-]+,? ){3}[\p{L}'’-]+/u.test(start);
}
