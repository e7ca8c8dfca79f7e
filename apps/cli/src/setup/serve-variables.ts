import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '@everlong/core';
import { suggestion } from '@everlong/core/internal';
import { environmentNames } from '@everlong/server/node';
import { parse } from 'yaml';

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

/** The server's variables, and what errors call those that are not from the environment. */
interface ServeVariables {
  variables: Record<string, string | undefined>;
  sources: Record<string, string>;
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
  const file = path === undefined ? {} : await readFileVariables(path);
  const sources: Record<string, string> = {};
  for (const name of Object.keys(file)) {
    if (environment[name] === undefined) sources[name] = `${settingOf(name)} in ${path}`;
  }
  for (const name of Object.keys(given)) sources[name] = optionNames[name] ?? name;
  return { variables: { ...file, ...environment, ...given }, sources };
}

function settingOf(variable: string): string {
  return variable.slice(prefix.length).toLowerCase();
}

async function readFileVariables(path: string): Promise<Record<string, string>> {
  const known = environmentNames.map(settingOf);
  const settings = await readSettings(path);
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (!known.includes(name)) {
      throw new ConfigError(
        `${path}: there is no setting ${JSON.stringify(name)}.${suggestion(name, known)}`,
      );
    }
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new ConfigError(
        `${path}: ${name} is ${JSON.stringify(value)}. Give a text or a number.`,
      );
    }
    variables[`${prefix}${name.toUpperCase()}`] = String(value);
  }
  return variables;
}

async function readSettings(path: string): Promise<object> {
  let settings: unknown;
  try {
    settings = parse(await readFile(path, 'utf8')) ?? {};
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Cannot read the configuration ${path}: ${problem}`, error);
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings))
    return settings;
  throw new ConfigError(`${path} must hold settings, such as "port: 8787".`);
}
