import { Command } from 'commander';
import { addChatCommand } from './commands/chat.js';
import { addCleanupCommand } from './commands/cleanup.js';
import type { CommandContext } from './command-line/command-context.js';
import { addCompletionCommand } from './commands/completion.js';
import { addConfigCommand } from './commands/config.js';
import { addContextCommand } from './commands/context.js';
import { addCountCommand } from './commands/count.js';
import { addDemoCommand } from './commands/demo.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addHelpCommand } from './commands/help.js';
import { addHistoryCommand } from './commands/history.js';
import { addImportCommand } from './commands/import.js';
import { addMcpCommand } from './commands/mcp.js';
import { addMemoryCommand } from './memory-commands/memory.js';
import { addMigrateCommand } from './commands/migrate.js';
import { addModelsCommand } from './commands/models.js';
import { addReplayCommand } from './commands/replay.js';
import { addServeCommand } from './commands/serve.js';
import { addSearchCommand } from './commands/search.js';
import { addSessionsCommand } from './commands/sessions.js';
import { addSummarizeCommand } from './commands/summarize.js';
import type { Terminal } from './output/terminal.js';

/** The command line with all its commands, each of which loads its dependencies when it runs. */
export function createProgram(context: CommandContext, version: string): Command {
  const { terminal } = context;
  const program = new Command('everlong')
    .description('Conversations that never outgrow their context window.')
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('(everlong --help lists commands and options)')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.noteInline(text),
      getOutHasColors: () => terminal.hasColors,
      getErrHasColors: () => terminal.hasNoteColors,
      getOutHelpWidth: () => helpWidth(terminal),
      getErrHelpWidth: () => helpWidth(terminal),
    })
    .addHelpText(
      'after',
      `
Examples:
  everlong demo
  everlong chat --model openai-compatible/qwen3 --base-url http://localhost:11434/v1
  everlong replay session.jsonl --policy everlong,newest --window 16000

Exit codes: 0 ok, 1 failure, 2 usage, 3 not found, 4 configuration or key, 5 provider,
6 does not fit the window, 130 interrupted. Data goes to stdout, everything else to stderr.`,
    );
  addDemoCommand(program, context);
  addChatCommand(program, context);
  addImportCommand(program, context);
  addReplayCommand(program, context);
  addServeCommand(program, context);
  addSessionsCommand(program, context);
  addHistoryCommand(program, context);
  addSearchCommand(program, context);
  addCleanupCommand(program, context);
  addMemoryCommand(program, context);
  addMcpCommand(program, context);
  addDoctorCommand(program, context);
  addMigrateCommand(program, context);
  addContextCommand(program, context);
  addSummarizeCommand(program, context);
  addCountCommand(program, context);
  addModelsCommand(program, context);
  addConfigCommand(program, context);
  addCompletionCommand(program, context);
  addHelpCommand(program);
  return program;
}

/** The width of the terminal, at most 80 columns for readability. */
function helpWidth({ columns }: Terminal): number {
  return Math.min(columns, 80);
}
