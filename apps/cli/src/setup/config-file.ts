import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '@everlong/core';
import { definedFields, isObject, showValue } from '@everlong/core/internal';
import { makeFolder } from '@everlong/core/node';
import type { Document } from 'yaml';
import { errorText } from '../errors/error-text.js';
import { isMissingFile } from '../errors/missing-file.js';
import { withImpliedPolicy } from './own-settings.js';
import {
  cowagentNames,
  readSetting,
  settingName,
  settingNames,
  type SettingValues,
} from './settings.js';
import { syntaxProblem } from './syntax-problem.js';

const NO_SETTINGS = 'the file must hold settings, each as name: value.';

/** The user's own configuration, for all folders. */
export function userConfigFile(environment: NodeJS.ProcessEnv): string | undefined {
  const { XDG_CONFIG_HOME: configured, HOME: home } = environment;
  if (configured) return join(configured, 'everlong', 'config.yaml');
  return home ? join(home, '.config', 'everlong', 'config.yaml') : undefined;
}

/** The configuration of a folder, meant to be shared along with it. */
export function projectConfigFile(cwd: string): string {
  return resolve(cwd, 'everlong.yaml');
}

/** The settings of a YAML file, nested or with dotted names; `undefined` if it is missing. */
export async function readConfigFile(file: string): Promise<SettingValues | undefined> {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const parsed = await parseYaml(file, text);
  const values: SettingValues = {};
  try {
    for (const [name, value] of flatten(parsed.toJS() ?? {})) {
      Object.assign(values, readSetting(name, value));
    }
  } catch (error) {
    throw new ConfigError(`${file}: ${errorText(error)}`, error);
  }
  return values;
}

/** CowAgent's three settings in its `config.json`; its other keys mean nothing here. */
export async function readCowagentFile(file: string): Promise<SettingValues | undefined> {
  const text = await readIfThere(file);
  if (text === undefined || !Object.keys(cowagentNames).some((name) => text.includes(name))) {
    return undefined;
  }
  try {
    const parsed = JSON.parse(text) as Record<string, unknown>;
    const given = Object.keys(cowagentNames).filter((name) => parsed[name] !== undefined);
    const values = given.map((name) => readSetting(name, parsed[name]));
    return withImpliedPolicy(Object.assign({}, ...values) as SettingValues);
  } catch (error) {
    throw new ConfigError(`${file}: ${errorText(error)}`, error);
  }
}

/** Sets one setting in a YAML file, creating it if necessary; keeps its comments. */
export async function writeSetting(file: string, name: string, value: string): Promise<void> {
  const checked = readSetting(name, value);
  const key = settingName(name);
  const document = await parseYaml(file, (await readIfThere(file)) ?? '');
  setValue(document, file, key, checked[key]);
  try {
    makeFolder(dirname(file));
    await replaceFile(file, document.toString());
  } catch (error) {
    throw new ConfigError(
      `${file} cannot be written: ${errorText(error)}. Its folder must allow it.`,
    );
  }
}

/** Replaces a file at once, or what a link leads to; whoever could not read it still cannot. */
async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const mode = (await stat(target).catch(() => undefined))?.mode;
  const temporary = `${target}.${process.pid}.tmp`;
  await writeFile(temporary, text, definedFields({ mode }));
  await rename(temporary, target);
}

/** Throws `ConfigError` with the line for a text that is no YAML. */
async function parseYaml(file: string, text: string): Promise<Document> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [problem] = document.errors;
  if (problem === undefined) return document;
  const { line } = lineCounter.linePos(problem.pos[0]);
  throw new ConfigError(`${file}:${line}: ${syntaxProblem(problem)}`);
}

function setValue(document: Document, file: string, key: string, value: unknown): void {
  const values: unknown = document.toJS() ?? {};
  if (!isObject(values)) throw new ConfigError(`${file}: ${NO_SETTINGS}`);
  if (document.has(key)) {
    document.set(key, value);
    return;
  }
  const [block = '', ...inner] = key.split('.');
  const held = values[block] ?? {};
  if (inner.length > 0 && !isObject(held)) {
    throw new ConfigError(`${file}: "${block}" is ${showValue(held)}, so it can hold no ${key}.`);
  }
  // `context:` with nothing below it is an empty block.
  if (values[block] === null) document.delete(block);
  document.setIn([block, ...inner], value);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw new ConfigError(`${file} cannot be read: ${errorText(error)}`, error);
  }
}

/** Whether settings have names that begin with this block's. */
function isBlockName(name: string): boolean {
  return settingNames.some((known) => known.startsWith(`${name}.`));
}

/** Leaves by their dotted names. */
function flatten(value: unknown, prefix = ''): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    // `context:` with nothing below it.
    if (value === null && isBlockName(prefix)) return [];
    if (isBlockName(prefix)) {
      throw new ConfigError(
        `${prefix} must be a block of lines "name: value", indented below it, not ${showValue(value)}.`,
      );
    }
    if (prefix !== '') return [[prefix, value]];
    throw new ConfigError(NO_SETTINGS);
  }
  const inner = Object.entries(value);
  if (inner.length === 0 && prefix !== '' && !isBlockName(prefix)) return [[prefix, value]];
  return inner.flatMap(([name, each]) => flatten(each, prefix === '' ? name : `${prefix}.${name}`));
}
