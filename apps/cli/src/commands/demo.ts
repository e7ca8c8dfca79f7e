import type { Command } from 'commander';
import { abortOnInterrupt } from '../output/interrupts.js';
import { defaultDirectory } from '../setup/default-directory.js';
import { resolvePath } from '../setup/resolve-path.js';
import type { CommandContext } from '../command-line/command-context.js';
import { wholeNumber } from '../command-line/number-option.js';

interface DemoFlags {
  window: number;
  steps: number;
  dir: string;
  json?: boolean;
}

export function addDemoCommand(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .summary('see a long session held in a small window: offline, no key')
    .description(
      'A scripted model (no AI: it follows a script) reads the folder you are in with real tools, ' +
        'until its history is five times its window. Then it is asked for an exact value that it ' +
        'read early on, and looks it up in the stored session. Nothing leaves this machine, and ' +
        'only the folder --dir is written to.',
    )
    .option('--window <tokens>', 'the context window', wholeNumber(4000), 8000)
    .option('--steps <count>', 'the most model calls', wholeNumber(1), 400)
    .option('--dir <path>', 'where sessions are kept', defaultDirectory)
    .option('--json', 'print the numbers as JSON')
    .addHelpText(
      'after',
      `
Examples:
  everlong demo
  everlong demo --window 16k`,
    )
    .action(async ({ window, steps, dir, json }: DemoFlags) => {
      const { runDemo } = await import('../demo/run-demo.js');
      const { terminal, cwd: root } = context;
      const { signal, release } = abortOnInterrupt(context.interrupts);
      const options = {
        root,
        directory: resolvePath(dir, { cwd: root, environment: context.environment }),
        window,
        maxSteps: steps,
        json: json === true,
      };
      context.exitCode = await runDemo({ ...options, terminal, signal }).finally(release);
    });
}
