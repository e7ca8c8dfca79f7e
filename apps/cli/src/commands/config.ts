import type { Command } from 'commander';
import { exitCodes } from '../errors/exit-code.js';
import type { CommandContext } from '../command-line/command-context.js';

interface PlaceFlags {
  agent?: string;
}

interface ListFlags extends PlaceFlags {
  showOrigin?: boolean;
  json?: boolean;
}

export function addConfigCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('config')
    .summary('list, get and set the configuration')
    .description(
      'Shows and changes the configuration. Its sources, from lowest to highest priority: defaults, ' +
        "your own file, this folder's files (CowAgent's config.json, everlong.yaml), the agent file, " +
        'the environment, what a session keeps, command-line options.',
    )
    .addHelpText(
      'after',
      `
The variable of context.policy is EVERLONG_CONTEXT_POLICY, and so on.

Examples:
  everlong config list --show-origin
  everlong config get context.policy
  everlong config set model anthropic/claude-sonnet-5-5 --user`,
    );
  command
    .command('list')
    .description('Lists the settings in effect; with --all also those that are not set.')
    .option('--show-origin', 'show where each one comes from')
    .option('--all', 'also list settings that are not set')
    .option('--agent <name>', 'with the settings of this agent')
    .option('--json', 'print JSON')
    .action((flags: ListFlags & { all?: boolean }) => list(flags, context));
  command
    .command('get')
    .description('Prints one setting; exits with 3 if it is not set.')
    .argument('<name>', 'as config list shows it')
    .option('--agent <name>', 'with the settings of this agent')
    .action((name: string, flags: PlaceFlags) => get(name, flags, context));
  command
    .command('set')
    .description("Sets one setting in this folder's everlong.yaml, or in your own file.")
    .argument('<name>', 'as config list --all shows it')
    .argument('<value>', 'the value')
    .option('--user', 'for all folders')
    .action((name: string, value: string, flags: { user?: boolean }) =>
      set(name, value, flags.user === true, context),
    );
}

async function merged({ agent: name }: PlaceFlags, { cwd, environment }: CommandContext) {
  const { environmentLayers, fileLayers, mergeLayers } = await import('../setup/config-layers.js');
  if (name === undefined) {
    return mergeLayers([
      ...(await fileLayers({ cwd, environment })),
      ...(await environmentLayers(environment)),
    ]);
  }
  const { loadAgent, usualFolder } = await import('../setup/agent-file.js');
  const { mergeChatSettings } = await import('../setup/chat-settings.js');
  const agent = await loadAgent(name, { cwd, folders: [usualFolder] });
  return mergeChatSettings({ cwd, environment, agent, flags: {} });
}

async function list(flags: ListFlags & { all?: boolean }, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { values, origins } = await merged(flags, context);
  const { describeSetting, settingNames } = await import('../setup/settings.js');
  if (flags.json === true) {
    const given = settingNames.filter((name) => values[name] !== undefined);
    const rows = given.map((name) => ({ name, value: values[name], origin: origins[name] }));
    terminal.json(rows);
    return;
  }
  for (const name of settingNames) {
    const value = values[name];
    if (value === undefined) {
      if (flags.all === true) terminal.print(`# ${name}: ${describeSetting(name)}`);
      continue;
    }
    const origin = flags.showOrigin === true ? `  (${origins[name]})` : '';
    terminal.print(`${name} = ${String(value)}${origin}`);
  }
}

async function get(text: string, flags: PlaceFlags, context: CommandContext): Promise<void> {
  const { settingName } = await import('../setup/settings.js');
  const name = settingName(text);
  const { values } = await merged(flags, context);
  const value = values[name];
  if (value !== undefined) context.terminal.print(String(value));
  else {
    context.terminal.note(`${text} is not set.`);
    context.exitCode = exitCodes.notFound;
  }
}

async function set(
  name: string,
  value: string,
  forUser: boolean,
  { cwd, environment, terminal }: CommandContext,
): Promise<void> {
  const { projectConfigFile, userConfigFile, writeSetting } =
    await import('../setup/config-file.js');
  const file = forUser ? userConfigFile(environment) : projectConfigFile(cwd);
  if (file === undefined) {
    const { ConfigError } = await import('@everlong/core');
    throw new ConfigError('The home folder is unknown. Set HOME or XDG_CONFIG_HOME.');
  }
  await checkValue(name, value);
  await writeSetting(file, name, value);
  terminal.note(`Set ${name} in ${file}`);
}

/** Checks values that only other packages can check. */
async function checkValue(name: string, value: string): Promise<void> {
  if (name === 'context.policy') {
    const { checkPolicy } = await import('../command-line/policy-option.js');
    await checkPolicy(value);
  }
  if (name === 'model') {
    const { checkSpelling, parseModelName } = await import('../setup/model-provider.js');
    checkSpelling(parseModelName(value));
  }
}
