import { ConfigError } from '@everlong/core';
import { suggestion } from '@everlong/core/internal';
import { type SettingName, settingNames } from './settings.js';

const prefix = 'EVERLONG_';

/** `EVERLONG_CONTEXT_POLICY` for `context.policy`. */
export function variableOf(name: SettingName): string {
  return `${prefix}${name.replaceAll('.', '_').toUpperCase()}`;
}

/** Of a client's key, and of the tests and benches of everlong's repository. */
export const variablesOfOthers: readonly string[] = [
  'EVERLONG_KEY',
  'EVERLONG_BROWSER',
  'EVERLONG_CORPUS',
  'EVERLONG_CORPUS_FOUND',
  'EVERLONG_DATA',
  'EVERLONG_FUZZ_TEXTS',
  'EVERLONG_KILLS',
  'EVERLONG_LAW_RUNS',
  'EVERLONG_SEED',
];

/**
 * Rejects with `ConfigError` for a variable that begins with `EVERLONG_` and that neither the command
 * line nor the server reads: a misspelt setting would otherwise be none.
 */
export async function checkVariables(environment: NodeJS.ProcessEnv): Promise<void> {
  const known = new Set([...settingNames.map(variableOf), ...variablesOfOthers]);
  const foreign = Object.keys(environment).filter(
    (name) => name.startsWith(prefix) && environment[name] !== '' && !known.has(name),
  );
  if (foreign.length === 0) return;
  // Loaded only now, since starting must stay quick.
  const { environmentNames, isOfKubernetes } = await import('@everlong/server/node');
  const name = foreign.find(
    (each) =>
      !environmentNames.includes(each) &&
      !isKeyOfUpstream(each, environment) &&
      !isOfKubernetes(each, environment[each] ?? ''),
  );
  if (name === undefined) return;
  const near = suggestion(name, [...known, ...environmentNames]);
  throw new ConfigError(
    `${name} is no setting of everlong.${near} everlong config list --all shows the settings; the ` +
      `variable of context.policy is ${variableOf('context.policy')}, and so on.`,
  );
}

/** Whether the server's upstreams take a key from the variable: its name is the user's own. */
function isKeyOfUpstream(name: string, { EVERLONG_UPSTREAMS }: NodeJS.ProcessEnv): boolean {
  return EVERLONG_UPSTREAMS?.includes(`"${name}"`) === true;
}
