import { quote } from '../reading/quote.js';

const MAX_WORDS = 16;
const MAX_LENGTH = 20_000;
const LAST_LINES = 10;
/** A count or a verdict. */
const verdict =
  /\b(?:pass(?:ed|es|ing)?|fail(?:ed|s|ures?|ing)?|errors?|ok|succe(?:ss|eded|eds)|warnings?|exit(?:ed)?|timed? ?out|found|completed?|finished|done|killed|crash(?:ed|es)?|\d+ of \d+|\d+\/\d+|\d+(?:\.\d+)? ?(?:%|ms|s|MB|GB))\b/i;
/** Rules beside a line, and lines that are a tag. */
const rule = /^[=*#~_-]{3,}\s|\s[=*#~_-]{3,}$/g;
const tag = /^<\/?\w+>$/;
const failure = /\b\w*(?:Error|Exception)\b:|\b(?:error|fatal|denied|not found|cannot)\b/i;

/**
 * The line of a run's output that says what came of it, in quotes: of a failure the last that names
 * it, else the last with a count or a verdict, else the last one. Empty where no line is short
 * enough to say anything.
 */
export function runOutcome(output: string, { failed }: { failed: boolean }): string {
  const lines = output
    .slice(-MAX_LENGTH)
    .split('\n')
    .map((line) => line.replace(rule, '').trim())
    .filter((line) => /\p{L}{2}|\d/u.test(line) && !tag.test(line));
  const last = lines.slice(-LAST_LINES);
  const named = failed ? lines.findLast((line) => failure.test(line)) : undefined;
  const telling = named ?? last.findLast((line) => verdict.test(line)) ?? last.at(-1) ?? '';
  return quote(telling.replaceAll('"', "'"), MAX_WORDS);
}

/** Words for what came of something. */
const telling =
  /\d|\b(?:pass|fail|error|not?\b|none|never|still|only|always|clean|green|red\b|crash|hang|hung|stall|help|same|better|worse|slow|fast|work|break|broke|caus)|n['’]t\b/i;

/** Whether a sentence says what came of something, apart from the names in it. */
export function tellsOutcome(sentence: string): boolean {
  return telling.test(sentence);
}
