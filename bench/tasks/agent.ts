import { type RequestView, newestResult } from './request-view.ts';

/** What an agent does next. */
export type Action =
  | { kind: 'answer'; text: string }
  | { kind: 'call'; tool: string; input: Record<string, string> };

/** One thing an agent can do. */
export interface Skill {
  /** Whether a text asks for it. */
  isRequest(text: string): boolean;
  act(view: RequestView): Action;
}

export function answer(text: string): Action {
  return { kind: 'answer', text };
}

export function call(tool: string, input: Record<string, string>): Action {
  return { kind: 'call', tool, input };
}

const READ = /\b(?:read|open|look at|check|go through|skim)\b[^\n]*?([\w-]+(?:\/[\w.-]+)+\.\w+)/i;
const RUN = /\b(?:run|start|execute|rerun)\b[^\n]*?\btests?\b[^\n]*?`([\w-]+)`/i;
const ASK = /\b(?:how would you|what do you think|in your view|would you rather)\b/i;
const NOTE =
  /\b(?:acknowledge|confirm|keep (?:it|that|this) in mind|note (?:it|that|this) down)\b/i;

const daily = [READ, RUN, ASK, NOTE];

/**
 * The next action of an agent, from the text of its request alone: its skill where that is asked
 * for, otherwise what any agent does all day.
 */
export function decide(view: RequestView, skill: Skill): Action {
  return skill.isRequest(view.request) ? skill.act(view) : doDaily(view);
}

export function isAnyRequest(text: string, skill: Skill): boolean {
  return skill.isRequest(text) || daily.some((pattern) => pattern.test(text));
}

function doDaily({ request, steps }: RequestView): Action {
  const path = READ.exec(request)?.[1];
  if (path !== undefined) {
    const content = newestResult(steps, 'read_file', (input) => input['path'] === path);
    return content === undefined
      ? call('read_file', { path })
      : answer(`I have read ${path}: ${describe(content)}`);
  }
  const target = RUN.exec(request)?.[1];
  if (target !== undefined) {
    const output = newestResult(steps, 'run_tests', (input) => input['package'] === target);
    return output === undefined
      ? call('run_tests', { package: target })
      : answer(`The tests of ${target} ran: ${describe(output)}`);
  }
  if (ASK.test(request)) {
    return answer(
      'I would keep it small: one function, one test, and a name that says what comes out. The rest ' +
        'can wait until a second caller turns up.',
    );
  }
  return answer('Noted.');
}

function describe(text: string): string {
  const lines = text.split('\n');
  const warnings = lines.filter((line) => /WARN|FAIL|ERROR|TODO/.test(line)).length;
  return `${lines.length} lines, ${warnings} of them worth a second look, nothing that blocks us.`;
}
