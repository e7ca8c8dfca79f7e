import { existsSync } from 'node:fs';
import type {
  Entry,
  Snapshot,
  SnapshotVerification,
  SummarizeResult,
  Summarizer,
  Usage,
} from '@everlong/core';
import type { Command } from 'commander';
import { abortOnInterrupt } from '../output/abort-on-interrupt.js';
import { exitCodes } from '../output/exit-code.js';
import { formatNumber, formatTime } from '../output/format-number.js';
import { missingFile } from '../output/missing-file.js';
import type { CommandContext } from './command-context.js';
import { wholeNumber } from './number-option.js';
import { addStoreOptions, type StoreFlags } from './store-options.js';

interface SummarizeFlags extends StoreFlags {
  model?: string;
  baseUrl?: string;
  maxTokens: number;
  json?: boolean;
}

export function addSummarizeCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('summarize')
    .summary('print a snapshot of a session or of a recorded conversation')
    .argument('<session|file>', 'an id or its start, or a transcript')
    .option('-m, --model <provider/name>', 'have a model write the prose (default: quotes only)')
    .option('--base-url <url>', 'where the API of the model is')
    .option('--max-tokens <tokens>', 'how long the snapshot may be', wholeNumber(64), 4000)
    .option('--json', 'print the snapshot as data, its exact values and verification included');
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Without a model the snapshot is quotes, counts and exact values. With one, every line of its prose is
checked against the entries: what none of them holds is taken out, what must not be missing is put in.

Examples:
  everlong summarize 1a2b3c4d
  everlong summarize session.jsonl --max-tokens 2000
  everlong summarize session.jsonl --model anthropic/claude-haiku-4-5 --json`,
    )
    .action((name: string, flags: SummarizeFlags) => summarize(name, flags, context));
}

async function summarize(
  name: string,
  flags: SummarizeFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const summarizer = await chooseSummarizer(flags, context.environment);
  const { entries, warnings } = await readEntries(name, flags);
  const { plainLines } = await import('@everlong/core/internal');
  const { redactSecrets } = await import('@everlong/redaction');
  for (const warning of warnings) terminal.note(redactSecrets(`warning: ${plainLines(warning)}`));
  if (entries.length === 0) {
    terminal.note(`error: ${JSON.stringify(name)} has no messages to summarize.`);
    context.exitCode = exitCodes.failure;
    return;
  }
  const { createTokenizer } = await import('@everlong/tokenizer');
  const modelName = flags.model?.slice(flags.model.indexOf('/') + 1);
  const tokenizer = await createTokenizer(
    modelName === undefined ? { encoding: 'o200k_base' } : { model: modelName },
  );
  const count = (text: string): number => tokenizer.count(text);
  // Without a model all is done in one go, which only the end of the process interrupts.
  const interrupt = flags.model === undefined ? undefined : abortOnInterrupt();
  try {
    const result = await summarizer.summarize({
      entries,
      maxTokens: flags.maxTokens,
      count,
      ...(interrupt === undefined ? {} : { signal: interrupt.signal }),
    });
    const costUsd = costOf(result.usage, tokenizer.model?.prices);
    if (flags.json === true) {
      terminal.print(JSON.stringify({ ...result, ...(costUsd === undefined ? {} : { costUsd }) }));
      return;
    }
    terminal.print(plainLines(result.snapshot.text));
    for (const line of describe(result, costUsd)) terminal.note(line);
  } catch (error) {
    if (interrupt?.signal.aborted === true) {
      context.exitCode = exitCodes.interrupted;
      return;
    }
    if (flags.model === undefined) throw error;
    const { describeProviderError } = await import('../output/provider-error.js');
    terminal.note(`error: ${describeProviderError(error).message}`);
    const { SummarizationError } = await import('@everlong/core');
    const usage = SummarizationError.isInstance(error) ? error.usage : undefined;
    if (usage !== undefined) {
      terminal.note(describeUsage(usage, costOf(usage, tokenizer.model?.prices)));
    }
    context.exitCode = exitCodes.provider;
  } finally {
    interrupt?.release();
  }
}

async function chooseSummarizer(
  { model: modelName, baseUrl }: SummarizeFlags,
  environment: NodeJS.ProcessEnv,
): Promise<Summarizer> {
  const { createExtractiveSummarizer, createSummarizer } = await import('@everlong/summarizer');
  if (modelName === undefined) return createExtractiveSummarizer();
  const { loadModel, parseModelName } = await import('../setup/model-provider.js');
  const choice = parseModelName(modelName, baseUrl);
  const { describeModel } = await import('@everlong/tokenizer');
  return createSummarizer({
    model: await loadModel(choice, environment),
    contextWindow: describeModel(choice.name).contextWindow,
  });
}

interface Conversation {
  entries: Entry[];
  /** Defects of the file. */
  warnings: readonly string[];
}

/** A file is a transcript; anything else is an id in the store. */
async function readEntries(
  name: string,
  { store: kind, dir }: SummarizeFlags,
): Promise<Conversation> {
  if (existsSync(name)) {
    const { readTranscript } = await import('@everlong/formats');
    const { toEntry } = await import('@everlong/core/store-kit');
    const { entries, warnings } = await readTranscript(name);
    return { entries: entries.map((entry, seq) => toEntry(entry, name, seq)), warnings };
  }
  const { findSession, openExistingStore } = await import('../setup/session-store.js');
  const store = await openExistingStore({ kind, directory: dir });
  try {
    const { id } = await findSession(store, name).catch(neither);
    const entries: Entry[] = [];
    for await (const entry of store.read(id)) entries.push(entry);
    return { entries, warnings: [] };
  } finally {
    await store.close();
  }
}

/** What was meant may have been a file. */
async function neither(error: unknown): Promise<never> {
  const { ConfigError, SessionNotFoundError } = await import('@everlong/core');
  if (!SessionNotFoundError.isInstance(error)) throw error;
  const name = JSON.stringify(error.sessionId);
  throw new ConfigError(
    `${name} is not there: neither a file nor the id of a session. "everlong sessions" lists the ids.`,
    missingFile(name),
  );
}

function costOf(
  usage: Usage | undefined,
  prices: { input?: number; output?: number } | undefined,
): number | undefined {
  if (usage === undefined || prices?.input === undefined || prices.output === undefined) {
    return undefined;
  }
  return (usage.inputTokens * prices.input + usage.outputTokens * prices.output) / 1_000_000;
}

function describe({ snapshot, usage }: SummarizeResult, costUsd: number | undefined): string[] {
  const { verification } = snapshot;
  return [
    `\n${coverage(snapshot)}`,
    ...(verification === undefined ? [] : [describeVerification(verification)]),
    ...(usage === undefined ? [] : [describeUsage(usage, costUsd)]),
  ];
}

function describeUsage({ inputTokens, outputTokens }: Usage, costUsd: number | undefined): string {
  const cost = costUsd === undefined ? '' : `, $${costUsd.toFixed(4)}`;
  return `The model read ${formatNumber(inputTokens)} tokens and wrote ${formatNumber(outputTokens)}${cost}.`;
}

function describeVerification({
  checked,
  struck,
  restored,
  refused,
}: SnapshotVerification): string {
  const changes = refused === undefined ? '' : `, ${formatNumber(refused)} changes refused`;
  return (
    `Verified: ${formatNumber(checked)} values checked, ${formatNumber(struck)} struck, ` +
    `${formatNumber(restored)} lines restored${changes}.`
  );
}

function coverage({
  messagesCovered,
  firstAt,
  lastAt,
  tokens,
  depth = 1,
  source,
  ledger,
}: Snapshot): string {
  const when =
    firstAt === undefined || lastAt === undefined
      ? ''
      : ` from ${formatTime(firstAt)} to ${formatTime(lastAt)}`;
  return (
    `${formatNumber(messagesCovered)} messages${when} in ${formatNumber(tokens)} tokens, ` +
    `${source === 'model' ? 'written by a model' : 'without a model'}, depth ${depth}; ` +
    `${formatNumber(ledger.length)} exact values kept.`
  );
}
