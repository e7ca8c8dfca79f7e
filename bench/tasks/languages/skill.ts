import { type Action, answer, call } from '../agent.ts';
import type { Random } from '../random.ts';
import { callsOf, newestResult, type RequestView } from '../request-view.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';
import { tool, treeTools } from '../world.ts';
import { fill, hear, type Saying, type Values, type Words } from './words.ts';

/** What an agent does about each thing that it can be asked for. */
export type Duties = Partial<Record<Saying, (view: RequestView, values: Values) => Action>>;

/** Says something at a place of the conversation, in wordings drawn by chance. */
type Say = (at: number, saying: Saying, values?: Values) => PlannedTurn;

/** What is told and not asked for: it may ride on another request. */
const TOLD = new Set<Saying>(
  'forbid decide revise tellCode mention customers fixes hold'.split(' ') as Saying[],
);

/** A family whose agent has these duties beside the everyday work. */
export function createFamily(
  words: Words,
  name: string,
  duties: Duties,
  plan: (random: Random, say: Say) => Omit<TaskPlan, 'noiseTurns'> & { noiseTurns?: number },
): Family {
  const all: Duties = { ...duties, ...everyday(words) };
  const find = (text: string): [Saying, Values] | undefined => {
    for (const paragraph of text.split('\n\n').toReversed()) {
      for (const saying of Object.keys(all) as Saying[]) {
        const values = hear(words, saying, paragraph);
        if (values !== undefined) return [saying, values];
      }
    }
    return undefined;
  };
  return {
    name: `${name} (${words.language})`,
    kind: name,
    isReportOnly: true,
    words,
    skill: {
      isRequest: (text) => find(text) !== undefined || hear(words, 'noted', text) !== undefined,
      act(view) {
        const [saying, values] = find(view.request) ?? [];
        return (saying && all[saying]?.(view, values ?? {})) ?? reply(words, 'acknowledged');
      },
    },
    plan: (random) => ({
      noiseTurns: 40,
      ...plan(random, (at, saying, values = {}) => ({
        at,
        text: fill(random.pick(words.says[saying]), values),
        mayRide: TOLD.has(saying),
      })),
    }),
  };
}

function everyday(words: Words): Duties {
  return {
    read({ steps }, { path = '' }) {
      const found = newestResult(steps, 'read_file', (input) => input['path'] === path);
      return found === undefined ? call('read_file', { path }) : reply(words, 'hasRead', { path });
    },
    run({ steps }, { name = '' }) {
      const found = newestResult(steps, 'run_tests', (input) => input['package'] === name);
      if (found === undefined) return call('run_tests', { package: name });
      return reply(words, 'hasRun', { name });
    },
    ask: () => reply(words, 'opinion'),
  };
}

export function reply(words: Words, saying: Saying, values: Values = {}): Action {
  return answer(fill(words.says[saying][0] ?? '', values));
}

/** Calls a tool once in a turn, and then says so. */
export function callOnce(view: RequestView, name: string, input: Values, then: Action): Action {
  return callsOf(view.steps, name).length === 0 ? call(name, input) : then;
}

/** Writes a file once and says so; without content the agent says that it does not know. */
export function writeOnce(
  words: Words,
  view: RequestView,
  path: string,
  content: string | undefined,
): Action {
  if (content === undefined) return reply(words, 'unknown');
  const then = reply(words, 'written', { path });
  return callOnce(view, 'write_file', { path, content: `${content}\n` }, then);
}

/** The tree's tools and one of the family's own that acts on a name, which the world notes. */
export function actOn(
  name: string,
  description: string,
  key: string,
  outcome: (of: string) => string,
): Pick<TaskPlan, 'tools' | 'act'> {
  return {
    tools: [...treeTools, tool(name, description, { [key]: { type: 'string' } })],
    act(world, _, input) {
      const of = input[key] ?? '';
      world.sent.push(of);
      return { text: outcome(of) };
    },
  };
}
