import type { Command } from 'commander';

/** Commander's own shows the help of the whole program for a name that no command has. */
export function addHelpCommand(program: Command): void {
  program
    .command('help')
    .summary('display help for command')
    .description('Shows the help of a command, or of all of them.')
    .argument('[command...]', 'the command, such as chat or memory export')
    .action(async (names: string[]) => {
      let command = program;
      for (const [index, name] of names.entries()) {
        const found = command.commands.find((each) => each.name() === name);
        // Fails as the command line with that name does, with the name that was meant.
        if (found === undefined) {
          await command.parseAsync(names.slice(index), { from: 'user' });
          return;
        }
        command = found;
      }
      command.help();
    });
}
