import { constants, existsSync, statSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { definedFields } from '@everlong/core/internal';
import { errorText } from '../errors/error-text.js';
import { exitCodeOfCode, exitCodes, sharedExitCode, usageError } from '../errors/exit-code.js';
import type { CommandContext } from '../command-line/command-context.js';
import { wholeNumber } from '../command-line/number-option.js';
import { checkPolicy } from '../command-line/policy-option.js';

interface ReplayFlags {
  policy: string[];
  window: number;
  reserve?: number;
  model?: string;
  closedLoop?: boolean;
  json?: boolean;
  html?: string;
}

export function addReplayCommand(program: Command, context: CommandContext): void {
  program
    .command('replay')
    .summary('compare policies on recorded sessions')
    .description(
      'Asks each policy what it would have sent before every recorded answer, and scores it. ' +
        'Reads transcripts of Claude Code, Codex, pi, OpenAI chat and the AI SDK, and exports of ' +
        'everlong, gzipped or not.',
    )
    .argument('<file...>', 'recorded sessions')
    .option('--policy <names>', 'policies to compare, separated by commas', splitNames, [
      'everlong',
      'newest',
    ])
    .option('--window <tokens>', 'the context window', wholeNumber(256), 16_000)
    .option('--reserve <tokens>', 'kept free for the answer (at most 4096)', wholeNumber(0))
    .option('--model <name>', 'the model whose tokenizer, prices and cache rules to use')
    .option('--closed-loop', 'simulate rereading what a request lacks, and report the cost')
    .option('--json', 'print the numbers as JSON')
    .option('--html <file>', 'also write an HTML page of plots')
    .addHelpText(
      'after',
      `
Scores do not affect the exit code; files that cannot be read do.

Examples:
  everlong replay session.jsonl
  everlong replay logs/*.jsonl.gz --policy newest,everlong --window 16k --json
  everlong replay logs/*.jsonl.gz --policy 'everlong (little),everlong (much)'
  everlong replay logs/*.jsonl.gz --closed-loop --html replay.html`,
    )
    .action((files: string[], flags: ReplayFlags) => replay(files, flags, context));
}

async function replay(
  files: readonly string[],
  { policy: policies, window, reserve, model, closedLoop = false, json, html }: ReplayFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal, cwd } = context;
  if (policies.length === 0) throw usageError('--policy names no policy.');
  if (reserve !== undefined && reserve >= window) {
    throw usageError(
      `A reserve of ${reserve} leaves nothing of a window of ${window}: lower --reserve.`,
    );
  }
  const { formatReplayTable, namedPolicy, replayFiles, replayPage } =
    await import('@everlong/replay');
  for (const name of policies) {
    const { policy } = namedPolicy(name);
    if (policy.startsWith('everlong') && policy.includes('(')) {
      throw usageError(
        `--policy has ${JSON.stringify(name)}. Write "everlong (little)", "everlong (balanced)" or ` +
          '"everlong (much)".',
      );
    }
    await checkPolicy(policy);
  }
  const page = html === undefined ? undefined : resolve(cwd, html);
  if (page !== undefined) await requireWritable(page);
  const names = new Map(files.map((file) => [resolve(cwd, file), file]));
  const nameOf = (path: string): string => names.get(path) ?? path;
  terminal.live(`0 of ${files.length} files`);
  const { result, failures } = await replayFiles([...names.keys()], {
    policies,
    window,
    closedLoop,
    ...definedFields({ reserve, model }),
    onProgress({ file, done, files: all, failure }) {
      if (failure !== undefined) terminal.note(`${terminal.noteColors.red('failed')}  ${failure}`);
      else if (!terminal.hasLiveLine) terminal.note(`${done} of ${all} files: ${nameOf(file)}`);
      terminal.live(`${done} of ${all} files: ${nameOf(file)}`);
    },
  });
  terminal.clearLive();
  for (const warning of result.files.flatMap(({ warnings = [] }) => warnings))
    terminal.note(warning);
  const named = result.files.map((scored) => ({ ...scored, file: nameOf(scored.file) }));
  if (json === true) terminal.json({ ...result, files: named });
  else if (named.length > 0) terminal.write(formatReplayTable(result));
  if (page !== undefined) {
    await writeFile(page, replayPage({ ...result, files: named }));
    terminal.note(`Written to ${page}`);
  }
  context.exitCode = sharedExitCode(
    failures.map(({ isMissing, code }) => (isMissing ? exitCodes.notFound : exitCodeOfCode(code))),
  );
}

/** Before the sessions are played, which may take long. */
async function requireWritable(file: string): Promise<void> {
  try {
    const isThere = existsSync(file);
    await access(isThere ? file : dirname(file), constants.W_OK);
    if (isThere && statSync(file).isDirectory()) throw new Error('it is a folder');
  } catch (error) {
    const { ConfigError } = await import('@everlong/core');
    const problem = `Cannot write ${file}: ${errorText(error)}.`;
    throw new ConfigError(`${problem} Give --html another path.`, error);
  }
}

function splitNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
