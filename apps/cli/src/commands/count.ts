import { type Command, Option } from 'commander';
import type { InputCount } from './count-input.js';
import { errorText } from '../output/error-text.js';
import { exitCodeOf, exitCodes, type ExitCode, usageError } from '../output/exit-code.js';
import { formatNumber } from '../output/format-number.js';
import { suggestion } from '../setup/nearest-name.js';
import type { CommandContext } from './command-context.js';

interface CountFlags {
  model?: string;
  encoding?: string;
  json?: boolean;
}

export function addCountCommand(program: Command, context: CommandContext): void {
  program
    .command('count')
    .summary('count the tokens of files')
    .description(
      'Counts text, or a recorded conversation as the messages of a prompt. Reads stdin without a file.',
    )
    .argument('[file...]', 'text or transcripts, gzipped or not; - is stdin')
    .option('-m, --model <name>', 'count as this model does')
    .addOption(
      new Option('--encoding <name>', 'count in this encoding (default: o200k_base)').conflicts(
        'model',
      ),
    )
    .option('--json', 'print the numbers as JSON')
    .addHelpText(
      'after',
      `
Counts for OpenAI's models are exact; for others they are estimates, and the output says so.

Examples:
  everlong count README.md --model gpt-5
  everlong count session.jsonl notes.md --model claude-sonnet-4-5 --json
  git diff | everlong count --model gemini-2.5-pro`,
    )
    .action((files: string[], flags: CountFlags) => count(files, flags, context));
}

async function count(
  files: readonly string[],
  { model, encoding = 'o200k_base', json }: CountFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  if (files.length === 0 && process.stdin.isTTY) {
    throw usageError('Nothing to count. Name files, or pipe text into stdin.');
  }
  const { createTokenizer, listModels } = await import('@everlong/tokenizer');
  const tokenizer = await createTokenizer(model === undefined ? { encoding } : { model });
  if (tokenizer.warning !== undefined && model !== undefined) {
    const names = listModels().map(({ name }) => name);
    terminal.note(`warning: ${tokenizer.warning}${suggestion(model, names)}`);
  }
  const { countInput } = await import('./count-input.js');
  const { fileSource, stdinSource } = await import('./byte-source.js');
  process.once('SIGINT', () => process.exit(exitCodes.interrupted));
  const counts: InputCount[] = [];
  const failures: ExitCode[] = [];
  for (const file of files.length === 0 ? ['-'] : files) {
    try {
      const source = file === '-' ? stdinSource() : fileSource(file);
      counts.push(await countInput(source, tokenizer));
    } catch (error) {
      terminal.note(`${terminal.noteColors.red('failed')}  ${errorText(error)}`);
      failures.push(exitCodeOf(error));
    }
  }
  const total = counts.reduce((sum, { tokens }) => sum + tokens, 0);
  const source = tokenizer.source === 'tokenizer' ? 'exact' : 'estimated';
  if (json === true) {
    const counted = {
      ...(model === undefined ? {} : { model }),
      tokenizer: tokenizer.name,
      source,
    };
    terminal.print(JSON.stringify({ ...counted, files: counts, total }));
  } else {
    const all = counts.length > 1 ? [...counts, { file: 'total', tokens: total }] : counts;
    for (const line of formatCounts(all, source)) terminal.print(line);
  }
  const [first = exitCodes.ok] = failures;
  context.exitCode = failures.every((code) => code === first) ? first : exitCodes.failure;
}

type CountLine = Pick<InputCount, 'file' | 'tokens'> & Partial<InputCount>;

function formatCounts(counts: readonly CountLine[], source: string): string[] {
  const width = Math.max(...counts.map(({ tokens }) => formatNumber(tokens).length));
  return counts.map(({ file, tokens, format, messages }) => {
    const what = messages === undefined ? '' : `  (${formatNumber(messages)} messages, ${format})`;
    return `${formatNumber(tokens).padStart(width)} tokens, ${source}  ${file}${what}`;
  });
}
