/** Of an answer only its first lines say that the call did not run. */
const MAX_HEAD_LENGTH = 600;
const MAX_HEAD_LINES = 4;

/** What harnesses, tools and users answer to a call that therefore had no effect. */
const refusals: readonly RegExp[] = [
  // The answer could not be read as one action.
  /\bEXACTLY ONE (?:action|command|tool|code block)\b|\bfound \d+ (?:actions|commands|code blocks)\b/,
  /^(?:your|the) (?:last |previous )?(?:output|response|message|reply) (?:was|is|could|did|does) ?n(?:ot|'t) \b.{0,60}\b(?:format|parse|match|valid|conform)/i,
  /\byou did not (?:use|provide|include) (?:a|an|any) (?:tool|command|action)\b|^(?:format|parsing|parse) error\b/i,
  /\bdid not conform to the edit format\b|\bSEARCH\/REPLACE blocks? failed to match\b/,
  // Somebody or something did not let it run.
  /\b(?:tool use|tool call|command|action|operation|edit|patch|request|changes?) (?:was|were|has been|have been|is) (?:\w+ )?(?:rejected|denied|declined|refused|blocked|disallowed)\b/i,
  /\b(?:rejected|denied|declined|refused|aborted|cancelled|canceled) by (?:the )?user\b|\buser (?:\w+ )?(?:rejected|denied|declined|refused|doesn['’]t want to proceed)\b/i,
  // It says itself that nothing changed.
  /\b(?:changes?|edits?|command|action|patch) (?:was|were|has|have) (?:not|NOT) (?:been )?(?:applied|executed|run|performed|made|saved)\b|^not executed\b/i,
  /^(?:error:? )?no (?:replacement was performed|changes (?:were )?(?:made|applied))\b|\bproposed edit has introduced new syntax error/i,
  /\b(?:string to replace|old_?str(?:ing)?|oldText|old text|search text)\b.{0,80}\bnot (?:found|appear)/i,
];

/** Whether the answer to a call says that it had no effect: rejected, malformed, or not applied. */
export function isRefusal(answer: string): boolean {
  const head = headOf(answer);
  return refusals.some((pattern) => pattern.test(head));
}

function headOf(answer: string): string {
  return answer
    .slice(0, MAX_HEAD_LENGTH)
    .replaceAll(/<\/?[\w-]+>/g, '')
    .trim()
    .split('\n')
    .slice(0, MAX_HEAD_LINES)
    .join(' ');
}
