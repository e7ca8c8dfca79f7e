import type { ModelTokenizer } from '@everlong/tokenizer';
import { type Command, Option } from 'commander';
import type { InputCount } from './count-input.js';
import { errorText } from '../errors/error-text.js';
import {
  exitCodeOf,
  exitCodes,
  type ExitCode,
  sharedExitCode,
  usageError,
} from '../errors/exit-code.js';
import { formatNumber } from '../output/format-number.js';
import type { Terminal } from '../output/terminal.js';
import type { CommandContext } from '../command-line/command-context.js';

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
      'Counts the tokens of text, or of a recorded conversation as the messages of a prompt. ' +
        'Without files, reads stdin.',
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
Counts are exact for OpenAI's models and estimates for others; the output says
which, and names the encoding or the model.

Examples:
  everlong count README.md --model gpt-5.6-luna
  everlong count session.jsonl notes.md --model claude-sonnet-5-5 --json
  git diff | everlong count --model gemini-3.8-flash`,
    )
    .action((files: string[], flags: CountFlags) => count(files, flags, context));
}

async function count(
  files: readonly string[],
  flags: CountFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal, stdin, cwd } = context;
  if (files.length === 0 && stdin.isTTY === true) {
    throw usageError('Nothing to count. Name files, or pipe text into stdin.');
  }
  const tokenizer = await chooseTokenizer(flags, terminal);
  const { countInput } = await import('./count-input.js');
  const { fileSource, stdinSource } = await import('../files/byte-source.js');
  const release = context.interrupts.listen(() => process.exit(exitCodes.interrupted));
  const counts: InputCount[] = [];
  const failures: ExitCode[] = [];
  for (const file of files.length === 0 ? ['-'] : files) {
    try {
      const source = file === '-' ? stdinSource(stdin) : fileSource(file, cwd);
      const found = await countInput(source, tokenizer);
      counts.push(found);
      if (found.isDamaged === true) terminal.note(notUtf8Text(found.file));
    } catch (error) {
      terminal.note(`${terminal.noteColors.red('failed')}  ${errorText(error)}`);
      failures.push(exitCodeOf(error));
    }
  }
  release();
  print(counts, tokenizer, flags, terminal);
  context.exitCode = sharedExitCode(failures);
}

function notUtf8Text(file: string): string {
  return (
    `warning: "${file}" is not UTF-8: what cannot be read is counted as U+FFFD. Convert it first, ` +
    'for example with iconv -f latin1 -t utf-8.'
  );
}

async function chooseTokenizer(
  { model, encoding = 'o200k_base' }: CountFlags,
  terminal: Terminal,
): Promise<ModelTokenizer> {
  const { createTokenizer, nearestModel } = await import('@everlong/tokenizer');
  if (model === undefined) return createTokenizer({ encoding });
  const near = nearestModel(model);
  if (near !== undefined) {
    const { ConfigError } = await import('@everlong/core');
    throw new ConfigError(
      `The model ${JSON.stringify(model)} is not known. Did you mean "${near.name}"? ` +
        'everlong models lists the known ones.',
    );
  }
  const tokenizer = await createTokenizer({ model });
  if (tokenizer.warning !== undefined) {
    terminal.note(
      `warning: The model ${JSON.stringify(model)} is not known: its tokens are estimated. ` +
        'everlong models lists the known ones.',
    );
  }
  return tokenizer;
}

function print(
  counts: readonly InputCount[],
  tokenizer: ModelTokenizer,
  { model, json }: CountFlags,
  terminal: Terminal,
): void {
  const total = counts.reduce((sum, { tokens }) => sum + tokens, 0);
  const source = tokenizer.source === 'tokenizer' ? 'exact' : 'estimated';
  if (json === true) {
    const asked = model === undefined ? {} : { model };
    terminal.json({ ...asked, tokenizer: tokenizer.name, source, files: counts, total });
    return;
  }
  const all = counts.length > 1 ? [...counts, { file: 'total', tokens: total }] : counts;
  const whose = source === 'exact' ? `exact in ${tokenizer.name}` : `estimated for ${model}`;
  for (const line of formatCounts(all, whose)) terminal.print(line);
}

type CountLine = Pick<InputCount, 'file' | 'tokens'> & Partial<InputCount>;

function formatCounts(counts: readonly CountLine[], source: string): string[] {
  const width = Math.max(...counts.map(({ tokens }) => formatNumber(tokens).length));
  return counts.map(({ file, tokens, format, messages, models = [] }) => {
    const of = models.length === 0 ? '' : ` with ${models.join(', ')}`;
    const what =
      messages === undefined ? '' : `  (${formatNumber(messages)} messages${of}, ${format})`;
    return `${formatNumber(tokens).padStart(width)} tokens, ${source}  ${file}${what}`;
  });
}
