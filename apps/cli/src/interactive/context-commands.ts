import type { CompactResult } from '@everlong/context';
import { ConfigError } from '@everlong/core';
import { formatGauge } from '../output/context-gauge.js';
import { costOf, formatCost } from '../output/cost.js';
import { formatNumber, unreportedNote } from '../output/format-number.js';
import { countLog } from '../output/log-counts.js';
import { readSetting, settingName, settingNames, type SettingName } from '../setup/settings.js';
import { compactionCommands } from './compaction-commands.js';
import type { SlashCommand } from './slash-command.js';

/** Settings that cannot change during a chat. */
const fixedNames: ReadonlySet<SettingName> = new Set([
  'model',
  'base_url',
  'store',
  'dir',
  'sessions.retention_days',
]);

/** Commands about the size of the context and the settings that limit it. */
export const contextCommands: readonly SlashCommand[] = [
  {
    names: ['context', 'stats'],
    usage: '/context [json|clear]',
    does: 'show how full the context is, or clear it; nothing is deleted',
    argument: 'optional',
    async run(chat, argument, terminal) {
      if (argument === 'clear') {
        terminal.print(describeClearing(await chat.session.clear()));
        return;
      }
      if (argument !== '' && argument !== 'json') {
        throw new ConfigError(`/context takes json or clear, not ${JSON.stringify(argument)}.`);
      }
      const { instructions, tools, session } = chat;
      const state = session.state({ instructions, tools });
      if (argument === 'json') {
        terminal.json(state);
        return;
      }
      const options = {
        colors: terminal.colors,
        toolCount: Object.keys(tools).length,
        log: await countLog(session.entries()),
      };
      for (const line of formatGauge(state, options)) terminal.print(line);
    },
  },
  {
    names: ['tokens'],
    usage: '/tokens',
    does: 'turn the token lines after each answer on or off',
    argument: 'none',
    run(_chat, _argument, terminal, loop) {
      loop.showTokens = !loop.showTokens;
      terminal.print(`Token line: ${loop.showTokens ? 'on' : 'off'}`);
    },
  },
  {
    names: ['cost', 'usage'],
    usage: '/cost',
    does: 'show what this session has used so far',
    argument: 'none',
    run(chat, _argument, terminal) {
      const { spend } = chat.session.state();
      if (spend === undefined) {
        terminal.print('The provider has reported no usage yet.');
        return;
      }
      const { inputTokens, outputTokens, cacheReadTokens = 0 } = spend;
      terminal.print(
        `Spent so far: ${formatNumber(inputTokens)} tokens in ` +
          `(${formatNumber(cacheReadTokens)} from the cache), ${formatNumber(outputTokens)} out` +
          unreportedNote(spend),
      );
      const cost = costOf(spend, chat.model.prices);
      terminal.print(
        cost === undefined
          ? `The prices of ${chat.modelName} are not known.`
          : `${spend.unreportedCalls === undefined ? 'About' : 'At least about'} ${formatCost(cost)}`,
      );
    },
  },
  ...compactionCommands,
  {
    names: ['config', 'set'],
    usage: '/config [name value]',
    does: 'show the settings, or change one for this session',
    argument: 'optional',
    async run(chat, argument, terminal) {
      const [text = '', ...rest] = argument.split(/\s+/);
      if (text === '') {
        const given = settingNames.filter((name) => chat.settings[name] !== undefined);
        for (const name of given) terminal.print(`${name} = ${chat.settings[name]}`);
        return;
      }
      const name = settingName(text);
      if (rest.length > 0) {
        if (fixedNames.has(name)) {
          throw new ConfigError(
            `${text} cannot change during a chat. Start a new chat with the other value.`,
          );
        }
        await chat.configure(readSetting(text, rest.join(' ')));
      }
      terminal.print(`${text} = ${chat.settings[name] ?? 'default of the policy'}`);
    },
  },
];

function describeClearing({ compacted, reason }: CompactResult): string {
  return compacted
    ? 'The model no longer sees what was said so far. It is still stored: see /history, /search and /export.'
    : `Nothing to clear: ${reason}.`;
}
