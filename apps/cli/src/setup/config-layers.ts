import { resolve } from 'node:path';
import {
  projectConfigFile,
  readConfigFile,
  readCowagentFile,
  userConfigFile,
} from './config-file.js';
import { ofPolicy } from './own-settings.js';
import { checkVariables, variableOf } from './variables.js';
import {
  defaultSettings,
  readSetting,
  type SettingName,
  settingNames,
  type SettingValues,
} from './settings.js';

/** Settings that come from one place. */
export interface ConfigLayer {
  /** The file, variable or command line, as shown to users. */
  origin: string;
  values: SettingValues;
}

/** Settings of all layers together, and where each came from. */
export interface MergedSettings {
  values: SettingValues;
  origins: Partial<Record<SettingName, string>>;
}

/** Where configuration is looked for. */
export interface ConfigPlaces {
  cwd: string;
  environment: NodeJS.ProcessEnv;
}

/** The layers below an agent's file, lowest first: defaults, the user's and the folder's files. */
export async function fileLayers({ cwd, environment }: ConfigPlaces): Promise<ConfigLayer[]> {
  const layers: ConfigLayer[] = [{ origin: 'default', values: defaultSettings }];
  const userFile = userConfigFile(environment);
  const user = userFile === undefined ? undefined : await readConfigFile(userFile);
  if (userFile !== undefined && user !== undefined) layers.push({ origin: userFile, values: user });
  const cowagentFile = resolve(cwd, 'config.json');
  const cowagent = await readCowagentFile(cowagentFile);
  if (cowagent !== undefined) layers.push({ origin: cowagentFile, values: cowagent });
  const projectFile = projectConfigFile(cwd);
  const project = await readConfigFile(projectFile);
  if (project !== undefined) layers.push({ origin: projectFile, values: project });
  return layers;
}

/**
 * The settings of the environment, one layer per variable. Rejects with `ConfigError` for a value
 * that cannot be used, and for a variable that begins with `EVERLONG_` and that nobody reads.
 */
export async function environmentLayers(environment: NodeJS.ProcessEnv): Promise<ConfigLayer[]> {
  await checkVariables(environment);
  return settingNames.flatMap((name) => {
    const variable = variableOf(name);
    const value = environment[variable];
    if (value === undefined || value === '') return [];
    try {
      return [{ origin: variable, values: readSetting(name, value) }];
    } catch (error) {
      if (error instanceof Error) error.message = `${variable}: ${error.message}`;
      throw error;
    }
  });
}

/**
 * Merges layers; later ones win. A base URL belongs to the provider it was given for: a layer with
 * another provider's model drops it. So does a layer with another policy for settings of one policy.
 */
export function mergeLayers(layers: readonly ConfigLayer[]): MergedSettings {
  let values: SettingValues = {};
  const origins: MergedSettings['origins'] = {};
  for (const { origin, values: given } of layers) {
    if (given.model !== undefined && providerOf(given.model) !== providerOf(values.model)) {
      if (values.model !== undefined) delete values.base_url;
    }
    values = { ...ofPolicy(values, given['context.policy']), ...given };
    for (const name of Object.keys(given) as SettingName[]) origins[name] = origin;
  }
  return { values, origins };
}

function providerOf(model: string | undefined): string | undefined {
  return model?.split('/')[0];
}
