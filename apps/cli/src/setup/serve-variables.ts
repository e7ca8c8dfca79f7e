import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '@everlong/core';
import { isObject, suggestion } from '@everlong/core/internal';
import { type EnvironmentOrigin, environmentNames } from '@everlong/server/node';
import { parse } from 'yaml';
import { resolvePath } from './resolve-path.js';
import { settingNames } from './settings.js';
import { variableOf, variablesOfOthers } from './variables.js';

interface ServeSettings {
  port?: string;
  host?: string;
  database?: string;
  config?: string;
}

const prefix = 'EVERLONG_';
const optionNames: Readonly<Record<string, string>> = {
  EVERLONG_PORT: '--port',
  EVERLONG_HOST: '--host',
  EVERLONG_DATABASE_URL: '--database',
};

/** The server's variables, and where those come from that are not from the environment. */
interface ServeVariables extends Required<EnvironmentOrigin> {
  variables: Record<string, string | undefined>;
}

/** The variables of the file, overridden by the environment and that by the command line. */
export async function serveVariables(
  { port, host, database, config }: ServeSettings,
  { environment, cwd }: { environment: NodeJS.ProcessEnv; cwd: string },
): Promise<ServeVariables> {
  const flags = { EVERLONG_PORT: port, EVERLONG_HOST: host, EVERLONG_DATABASE_URL: database };
  const given = Object.fromEntries(
    Object.entries(flags).filter(([, value]) => value !== undefined),
  );
  const path = config === undefined ? undefined : resolve(cwd, config);
  const { values: file, mistakes } =
    path === undefined ? { values: {}, mistakes: [] } : await readFileVariables(path);
  const sources: Record<string, string> = {};
  for (const name of Object.keys(file)) {
    if (environment[name] === undefined) sources[name] = `${settingOf(name)} in ${path}`;
  }
  for (const name of Object.keys(given)) sources[name] = optionNames[name] ?? name;
  const variables = { ...file, ...environment, ...given };
  const { EVERLONG_DATABASE_URL: url } = variables;
  if (url?.startsWith('~/') === true) {
    variables['EVERLONG_DATABASE_URL'] = resolvePath(url, { cwd, environment });
  }
  return {
    variables,
    sources,
    otherNames: [...settingNames.map(variableOf), ...variablesOfOthers],
    mistakes,
  };
}

function settingOf(variable: string): string {
  return variable.slice(prefix.length).toLowerCase();
}

async function readFileVariables(
  path: string,
): Promise<{ values: Record<string, string>; mistakes: string[] }> {
  const known = environmentNames.map(settingOf);
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const [name, value] of Object.entries(await readSettings(path))) {
    const variable = `${prefix}${name.toUpperCase()}`;
    if (!known.includes(name)) {
      mistakes.push(`${name} in ${path} is no setting of the server.${suggestion(name, known)}`);
    } else if (name === 'upstreams' && isObject(value)) {
      values[variable] = JSON.stringify(value);
    } else if (typeof value !== 'string' && typeof value !== 'number') {
      mistakes.push(`${name} in ${path} is ${JSON.stringify(value)}. Give a string or a number.`);
    } else values[variable] = String(value);
  }
  return { values, mistakes };
}

async function readSettings(path: string): Promise<object> {
  let settings: unknown;
  try {
    settings = parse(await readFile(path, 'utf8')) ?? {};
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Cannot read the configuration ${path}: ${problem}`, error);
  }
  if (isObject(settings)) return settings;
  throw new ConfigError(`${path} must hold settings, such as "port: 8787".`);
}
