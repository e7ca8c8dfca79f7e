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

/** The server's variables: those of the file, then the environment, then the command line. */
export async function serveVariables(
  { port, host, database, config }: ServeSettings,
  { environment, cwd }: { environment: NodeJS.ProcessEnv; cwd: string },
): Promise<Record<string, string | undefined>> {
  const flags = { EVERLONG_PORT: port, EVERLONG_HOST: host, EVERLONG_DATABASE_URL: database };
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  const file = config === undefined ? {} : await readFileVariables(resolve(cwd, config));
  return { ...file, ...environment, ...Object.fromEntries(given) };
}

async function readFileVariables(path: string): Promise<Record<string, string>> {
  const known = environmentNames.map((name) => name.slice(prefix.length).toLowerCase());
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
