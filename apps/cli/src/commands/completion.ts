import { Argument, type Command } from 'commander';
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
    .action((shell: Shell) => {
      context.terminal.write(completionScript(shell, commandWords(program)));
    });
}

/** A command, by its path of names, and the words that may follow it. */
interface CommandWords {
  path: string;
  about: string;
  words: { word: string; about: string }[];
}

/** All commands, first the program itself with an empty path. */
function commandWords(program: Command): CommandWords[] {
  const found: CommandWords[] = [];
  const visit = (command: Command, path: readonly string[]): void => {
    const names = command.commands.map((inner) => ({ word: inner.name(), about: aboutOf(inner) }));
    const options = command.options.flatMap(({ long, description }) =>
      long ? [{ word: long, about: description }] : [],
    );
    const words = [...names, ...options, { word: '--help', about: 'show help' }];
    found.push({ path: path.join(' '), about: aboutOf(command), words });
    for (const inner of command.commands) visit(inner, [...path, inner.name()]);
  };
  visit(program, []);
  return found;
}

function aboutOf(command: Command): string {
  return command.summary() || command.description();
}

function completionScript(shell: Shell, commands: readonly CommandWords[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands);
    case 'zsh':
      return `#compdef everlong\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
    case 'fish':
      return fishScript(commands);
  }
}

function bashScript(commands: readonly CommandWords[]): string {
  const cases = commands.map(
    ({ path, words }) => `    '${path}') words='${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  const paths = commands.map(({ path }) => `'${path}'`).join(' | ');
  return `_everlong() {
  local path='' word words='' next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in ${paths}) path="$next" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _everlong everlong
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, words }) =>
    words.map(({ word, about }) => {
      const names = path.split(' ').filter((name) => name !== '');
      const condition =
        names.length === 0
          ? '__fish_use_subcommand'
          : names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c everlong -n '${condition}' ${what} -d ${fishQuoted(about)}`;
    }),
  );
  return `${lines.join('\n')}\n`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
