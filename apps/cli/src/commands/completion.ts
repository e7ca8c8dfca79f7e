import { Argument, type Command, type Option } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .summary('print completions for a shell')
    .description('Prints a script that completes commands and options in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  everlong completion bash >> ~/.bashrc
  everlong completion zsh > "\${fpath[1]}/_everlong"
  everlong completion fish > ~/.config/fish/completions/everlong.fish`,
    )
    .action(async (shell: Shell) => {
      context.terminal.write(completionScript(shell, await commandWords(program)));
    });
}

/** A word that may stand somewhere. */
interface Word {
  word: string;
  about: string;
}

/** An option, and what follows it. */
interface OptionWords extends Word {
  /** Its names, dashes included. */
  flags: string[];
  takesValue: boolean;
  /** The values that it takes; none: any. */
  values: readonly string[];
}

/** A command, by its path of names, and what may follow it. */
interface CommandWords {
  path: string;
  words: Word[];
  options: OptionWords[];
}

/** All commands, first the program itself with an empty path. */
async function commandWords(program: Command): Promise<CommandWords[]> {
  const { settingNames } = await import('../setup/settings.js');
  const ofPath: Readonly<Record<string, readonly string[]>> = {
    'config get': settingNames,
    'config set': settingNames,
  };
  const found: CommandWords[] = [];
  const visit = (command: Command, names: readonly string[]): void => {
    const path = names.join(' ');
    const inner = command.commands.map((each) => ({ word: each.name(), about: aboutOf(each) }));
    const choices = command.registeredArguments[0]?.argChoices ?? ofPath[path] ?? [];
    const values = choices.map((word) => ({ word, about: '' }));
    const options = [...command.options.map(optionWords), HELP];
    found.push({ path, words: [...inner, ...values], options });
    for (const each of command.commands) visit(each, [...names, each.name()]);
  };
  visit(program, []);
  return found;
}

const HELP: OptionWords = {
  word: '--help',
  about: 'show help',
  flags: ['--help'],
  takesValue: false,
  values: [],
};

function optionWords({ long, short, description, required, argChoices }: Option): OptionWords {
  const flags = [long, short].filter((flag) => flag !== undefined && flag !== null);
  const [word = ''] = flags;
  return { word, about: description, flags, takesValue: required, values: argChoices ?? [] };
}

function aboutOf(command: Command): string {
  return command.summary() || command.description();
}

function completionScript(shell: Shell, commands: readonly CommandWords[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands);
    case 'zsh':
      return zshScript(commands);
    case 'fish':
      return fishScript(commands);
  }
}

/** Where nothing fits, bash completes names of files. */
function bashScript(commands: readonly CommandWords[]): string {
  const words = commands.map(({ path, words: own, options }) =>
    bashCase([path], [...own, ...options]),
  );
  const values = commands.flatMap(valueCases);
  const paths = commands.map(({ path }) => `'${path}'`).join(' | ');
  return `_everlong() {
  local path='' word words='' next
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    next="\${path:+$path }$word"
    case "$next" in ${paths}) path="$next" ;; esac
  done
  case "$path" in
${words.join('\n')}
  esac
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _everlong everlong
`;
}

/** What may follow the options of a command: a line for each set of values. */
function valueCases({ path, options }: CommandWords): string[] {
  const withValue = options.filter(({ takesValue }) => takesValue);
  const sets = Map.groupBy(withValue, ({ values }) => values.join(' '));
  return [...sets.values()].map((same) =>
    bashCase(
      same.flatMap(({ flags }) => flags.map((flag) => `${path} ${flag}`)),
      (same[0]?.values ?? []).map((word) => ({ word })),
    ),
  );
}

function bashCase(patterns: readonly string[], words: readonly { word: string }[]): string {
  const pattern = patterns.map((text) => `'${text}'`).join(' | ');
  return `    ${pattern}) words='${words.map(({ word }) => word).join(' ')}' ;;`;
}

/**
 * Bash's function. As a file of zsh's functions (`_everlong`) it is read by the first completion,
 * which it then does.
 */
function zshScript(commands: readonly CommandWords[]): string {
  return `#compdef everlong
autoload -U +X bashcompinit && bashcompinit
${bashScript(commands)}[ "\${funcstack[1]}" != _everlong ] || _bash_complete -o default -F _everlong
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, words, options }) => {
    const names = path.split(' ').filter((name) => name !== '');
    const condition =
      names.length === 0
        ? '__fish_use_subcommand'
        : names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
    const line = (what: string, about: string): string =>
      `complete -c everlong -n '${condition}' ${what} -d ${fishQuoted(about)}`;
    return [
      ...words.map(({ word, about }) => line(`-f -a ${word}`, about)),
      ...options.map(({ flags, about, takesValue, values }) => {
        const named = flags.map((flag) => fishFlag(flag)).join(' ');
        const value = values.length > 0 ? ` -x -a '${values.join(' ')}'` : takesValue ? ' -r' : '';
        return line(named + value, about);
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function fishFlag(flag: string): string {
  return flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
