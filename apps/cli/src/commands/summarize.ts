import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Entry, SummarizeResult, Summarizer } from '@everlong/core';
import type { Command } from 'commander';
import { costOf } from '../output/cost.js';
import { exitCodes, usageError } from '../errors/exit-code.js';
import { abortOnInterrupt } from '../output/interrupts.js';
import { missingFile } from '../errors/missing-file.js';
import { describeUsage, summaryReport } from '../output/summary-report.js';
import type { Terminal } from '../output/terminal.js';
import type { CommandContext } from '../command-line/command-context.js';
import { wholeNumber } from '../command-line/number-option.js';
import {
  addStoreOptions,
  sessionChooser,
  storeLocation,
  type StoreFlags,
} from '../command-line/store-options.js';

interface SummarizeFlags extends StoreFlags {
  model?: string;
  baseUrl?: string;
  maxTokens: number;
  preview?: boolean;
  json?: boolean;
}

export function addSummarizeCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('summarize')
    .summary('print a snapshot of a session or of a recorded conversation')
    .description(
      'Prints a snapshot. Without a model it consists of quotes, counts and exact values. With one, ' +
        'every line of the prose is checked against the entries: values that no entry contains are ' +
        'removed, and missing requirements are restored.',
    )
    .argument('[session|file]', 'an id or its prefix, or a transcript; default: the newest session')
    .option('-m, --model <provider/name>', 'have a model write the prose (default: quotes only)')
    .option('--base-url <url>', "base URL of the model's API")
    .option('--max-tokens <tokens>', 'the longest the snapshot may be', wholeNumber(64), 4000)
    .option('--preview', 'show what compacting the session now would keep, drop and cost')
    .option('--json', 'print the snapshot as data, its exact values and verification included');
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  everlong summarize 1a2b3c4d
  everlong summarize session.jsonl --max-tokens 2000
  everlong summarize session.jsonl --model anthropic/claude-haiku-4-5 --json`,
    )
    .action((name: string | undefined, flags: SummarizeFlags) => summarize(name, flags, context));
}

async function summarize(
  name: string | undefined,
  flags: SummarizeFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  if (flags.preview === true) {
    await previewCompaction(name, flags, context);
    return;
  }
  const summarizer = await chooseSummarizer(flags, context.environment);
  const conversation = await readConversation(name, flags, context);
  const { redactSecrets } = await import('@everlong/redaction');
  for (const warning of conversation.warnings) terminal.note(redactSecrets(`warning: ${warning}`));
  if (conversation.entries.length === 0) {
    terminal.note(`error: ${JSON.stringify(conversation.name)} has no messages to summarize.`);
    context.exitCode = exitCodes.failure;
    return;
  }
  const { createTokenizer } = await import('@everlong/tokenizer');
  const modelName = flags.model?.slice(flags.model.indexOf('/') + 1);
  const tokenizer = await createTokenizer(
    modelName === undefined ? { encoding: 'o200k_base' } : { model: modelName },
  );
  // Without a model the work is synchronous and cannot be interrupted.
  const interrupt = modelName === undefined ? undefined : abortOnInterrupt(context.interrupts);
  try {
    const result = await summarizer.summarize({
      entries: conversation.entries,
      maxTokens: flags.maxTokens,
      count: (text) => tokenizer.count(text),
      ...(interrupt === undefined ? {} : { signal: interrupt.signal }),
    });
    await printResult(result, costOf(result.usage, tokenizer.model?.prices), flags, terminal);
  } catch (error) {
    if (interrupt?.signal.aborted === true) context.exitCode = exitCodes.interrupted;
    else if (modelName === undefined) throw error;
    else {
      await reportFailure(error, tokenizer.model?.prices, terminal);
      context.exitCode = exitCodes.provider;
    }
  } finally {
    interrupt?.release();
  }
}

/** With the settings that a chat would continue the session with; nothing is stored. */
async function previewCompaction(
  id: string | undefined,
  flags: SummarizeFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  if (flags.model !== undefined) throw usageError('--preview calls no model: leave out --model.');
  const { findOrNewest, openExistingStore } = await import('../files/session-store.js');
  const { openAsChat } = await import('./open-as-chat.js');
  const { formatPreview } = await import('../output/compaction-preview.js');
  const store = await openExistingStore(await storeLocation(flags, context));
  try {
    const found = findOrNewest(store, id, await sessionChooser(context));
    const info = await found.catch((error: unknown) => {
      if (id === undefined || !existsSync(resolve(context.cwd, id))) throw error;
      throw usageError(`--preview is of a session that a chat continues; ${id} is a file.`);
    });
    const { session } = await openAsChat(store, info, {}, context);
    const preview = await session.compact({ preview: true });
    await session.close();
    if (flags.json === true) terminal.json(preview);
    else for (const line of formatPreview(preview, terminal.colors.bold)) terminal.print(line);
  } finally {
    await store.close();
  }
}

async function printResult(
  result: SummarizeResult,
  costUsd: number | undefined,
  { json }: SummarizeFlags,
  terminal: Terminal,
): Promise<void> {
  if (json === true) {
    const { constraintsKept: _same, ...printed } = result;
    terminal.json({ ...printed, ...(costUsd === undefined ? {} : { costUsd }) });
    return;
  }
  const { plainLines } = await import('@everlong/core/internal');
  terminal.print(plainLines(result.snapshot.text));
  for (const line of summaryReport(result, costUsd)) terminal.note(line);
}

/** The provider's error message, and what the failed calls cost. */
async function reportFailure(
  error: unknown,
  prices: Parameters<typeof costOf>[1],
  terminal: Terminal,
): Promise<void> {
  const { describeProviderError } = await import('../errors/provider-error.js');
  terminal.note(`error: ${describeProviderError(error).message}`);
  const { SummarizationError } = await import('@everlong/core');
  const usage = SummarizationError.isInstance(error) ? error.usage : undefined;
  if (usage !== undefined) terminal.note(describeUsage(usage, costOf(usage, prices)));
}

async function chooseSummarizer(
  { model: modelName, baseUrl }: SummarizeFlags,
  environment: NodeJS.ProcessEnv,
): Promise<Summarizer> {
  const { createExtractiveSummarizer, createSummarizer } = await import('@everlong/summarizer');
  if (modelName === undefined) return createExtractiveSummarizer();
  const { checkSpelling, loadModel, parseModelName } = await import('../setup/model-provider.js');
  const choice = parseModelName(modelName, baseUrl);
  checkSpelling(choice);
  const { describeModel } = await import('@everlong/tokenizer');
  return createSummarizer({
    model: await loadModel(choice, environment),
    contextWindow: describeModel(choice.name).contextWindow,
  });
}

interface Conversation {
  /** A file, or the id of a session. */
  name: string;
  entries: Entry[];
  /** Defects of the file. */
  warnings: readonly string[];
}

/** An existing file is read as a transcript; otherwise the name is a session id. */
async function readConversation(
  name: string | undefined,
  flags: SummarizeFlags,
  context: CommandContext,
): Promise<Conversation> {
  const file = name === undefined ? undefined : resolve(context.cwd, name);
  if (name !== undefined && file !== undefined && existsSync(file)) {
    const { readTranscript } = await import('@everlong/formats');
    const { toEntry } = await import('@everlong/core/store-kit');
    const { entries, warnings } = await readTranscript(file);
    // Without a recorded time, none: it must not become the time of reading.
    const timed = entries.map((entry, seq) => toEntry(entry, name, seq, ''));
    return { name, entries: timed, warnings };
  }
  const { findOrNewest, openExistingStore } = await import('../files/session-store.js');
  const store = await openExistingStore(await storeLocation(flags, context));
  try {
    const { id } = await findOrNewest(store, name, await sessionChooser(context)).catch(
      neitherFileNorSession,
    );
    const entries: Entry[] = [];
    for await (const entry of store.read(id)) entries.push(entry);
    return { name: id, entries, warnings: [] };
  } finally {
    await store.close();
  }
}

/** Mentions that the name may have been meant as a file. */
async function neitherFileNorSession(error: unknown): Promise<never> {
  const { ConfigError, SessionNotFoundError } = await import('@everlong/core');
  if (!SessionNotFoundError.isInstance(error)) throw error;
  const name = JSON.stringify(error.sessionId);
  throw new ConfigError(
    `There is neither a file nor a session ${name}. "everlong sessions" lists the ids.`,
    missingFile(),
  );
}
