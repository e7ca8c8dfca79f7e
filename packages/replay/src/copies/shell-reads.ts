import type { FileAction } from './file-action.js';

/** A path without blanks and without anything that the shell would expand. */
const PATH = String.raw`["']?([^\s"'|;&<>*?$]+\.[\w]+|[^\s"'|;&<>*?$-][^\s"'|;&<>*?$]*)["']?`;

/** Commands that print one file and nothing else. */
const WHOLE = new RegExp(String.raw`^(?:cat|nl)(?:\s+-\w+)*\s+${PATH}$`);
const SED = new RegExp(String.raw`^sed\s+-n\s+["']?(\d+),(\d+)p;?["']?\s+${PATH}$`);
const HEAD = new RegExp(String.raw`^head\s+(?:-n\s*|-)(\d+)\s+${PATH}$`);
const TAIL = new RegExp(String.raw`^tail\s+\S+(?:\s+\d+)?\s+${PATH}$`);
const NUMBERED = new RegExp(
  String.raw`^(?:cat|nl)(?:\s+-\w+)*\s+${PATH}\s*\|\s*sed\s+-n\s+["']?(\d+),(\d+)p["']?$`,
);

/**
 * The file that a command prints, whole or in part, if its last step (after `&&` or `;`) does
 * nothing else.
 */
export function shellRead(command: string): FileAction | undefined {
  const step = command
    .trim()
    .split(/\s*(?:&&|;|\n)\s*/)
    .at(-1);
  if (step === undefined) return undefined;
  const whole = WHOLE.exec(step)?.[1];
  if (whole !== undefined) return { op: 'read', file: whole };
  const sed = SED.exec(step);
  if (sed?.[3] !== undefined) return partOf(sed[3], Number(sed[1]), Number(sed[2]));
  const numbered = NUMBERED.exec(step);
  if (numbered?.[1] !== undefined) {
    return partOf(numbered[1], Number(numbered[2]), Number(numbered[3]));
  }
  const head = HEAD.exec(step);
  if (head?.[2] !== undefined) return partOf(head[2], 1, Number(head[1]));
  const tail = TAIL.exec(step)?.[1];
  return tail === undefined ? undefined : { op: 'read', file: tail, part: {} };
}

function partOf(file: string, from: number, to: number): FileAction {
  return { op: 'read', file, part: { from, to } };
}
