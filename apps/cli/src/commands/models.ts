import type { ModelInfo, ProviderOffer } from '@everlong/tokenizer';
import type { Command } from 'commander';
import { suggestion } from '@everlong/core/internal';
import { exitCodes } from '../errors/exit-code.js';
import { formatNumber } from '../output/format-number.js';
import type { CommandContext } from '../command-line/command-context.js';

export function addModelsCommand(program: Command, context: CommandContext): void {
  program
    .command('models')
    .summary('list known models: windows, prices, how tokens are counted')
    .description('Lists the models that are known, with their windows and prices.')
    .argument(
      '[query]',
      'part of a name, a provider, or the name of a model as a provider spells it',
    )
    .option('--json', 'print all known data as JSON')
    .addHelpText(
      'after',
      `
Prices are US dollars per million tokens. "served until" is the day on which
the provider's own API stops serving a model. For the whole name of one model
there follows what its provider offers for a conversation, with its source;
"unverified" is what no page that was read in whole says.

Examples:
  everlong models
  everlong models sonnet
  everlong models claude-opus-5-5
  everlong models us.anthropic.claude-sonnet-4-5-20250929-v1:0 --json`,
    )
    .action((query: string | undefined, flags: { json?: boolean }) =>
      models(query, flags.json === true, context),
    );
}

async function models(
  query: string | undefined,
  asJson: boolean,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const { bindsThinking, findModel, listModels, modelDataOrigin, offersOf, thinkingReadBy } =
    await import('@everlong/tokenizer');
  const all = listModels();
  const wanted = query?.trim().toLowerCase() ?? '';
  let found = all.filter(({ name, provider }) => name.includes(wanted) || provider === wanted);
  const named = found.length === 0 && query !== undefined ? findModel(query) : undefined;
  if (named !== undefined) found = [named];
  const one = query === undefined ? undefined : findModel(query);
  const offers = one === undefined || query === undefined ? [] : offersOf(query);
  if (asJson) {
    terminal.json({ ...modelDataOrigin, models: found, ...(one === undefined ? {} : { offers }) });
  }
  if (found.length === 0) {
    const meant =
      suggestion(
        wanted,
        all.map(({ name }) => name),
      ) || partSuggestion(wanted, all);
    terminal.note(`error: No known model matches ${JSON.stringify(query)}.${meant}`);
    context.exitCode = exitCodes.notFound;
    return;
  }
  if (asJson) return;
  for (const line of formatModels(found, terminal.columns)) terminal.print(line);
  if (one !== undefined && found.includes(one)) {
    const read = thinkingReadBy(one.name);
    const thinking = bindsThinking(one.name)
      ? `thinking: bound to what stood before it${read.length === 0 ? '' : `; reads that of ${read.join(', ')} and before`}`
      : undefined;
    for (const line of describeOffers(offers, thinking)) terminal.print(line);
  }
  const { date, sources } = modelDataOrigin;
  terminal.note(`\nAs of ${date}, from ${sources.join('; ')}.`);
}

/** What a provider offers for one model, a line each with its source below. */
function describeOffers(offers: readonly ProviderOffer[], thinking: string | undefined): string[] {
  const lines = offers.flatMap(({ feature, says, beta, source, read }) => [
    `${feature}: ${says}`,
    `  ${[...(beta === undefined ? [] : [`beta ${beta}`]), read === null ? 'unverified' : `read ${read}`, source].join(' · ')}`,
  ]);
  const all = [...(thinking === undefined ? [] : [thinking]), ...lines];
  return all.length === 0 ? [] : ['', ...all];
}

const HEADINGS = ['model', 'provider', 'window', 'max output', 'tokens', 'served until'];
const PRICE_HEADINGS = ['input', 'output', 'cache read', 'cache write', 'cached for'];

/** The part of a model name nearest to a misspelt word, such as `sonnet`. */
function partSuggestion(wanted: string, all: readonly ModelInfo[]): string {
  const parts = all.flatMap(({ name, provider }) => [provider, ...name.split('-')]);
  return suggestion(
    wanted,
    [...new Set(parts)].filter((part) => part.length > 2),
  );
}

/** A table that fits the terminal; its last columns are dropped if necessary. */
function formatModels(found: readonly ModelInfo[], columns: number): string[] {
  const rows = [[...HEADINGS, ...PRICE_HEADINGS], ...found.map(modelRow)];
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  let shown = widths.length;
  while (shown > 3 && totalWidth(widths.slice(0, shown)) > columns) shown--;
  return rows.map((row) =>
    row
      .slice(0, shown)
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < 2 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** The width of a table with two blanks between its columns. */
function totalWidth(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width + 2, -2);
}

function modelRow(model: ModelInfo): string[] {
  const { prices, cacheLifetimeMs } = model;
  const isExact = model.family === 'openai' && model.encodingIsAssumed !== true;
  return [
    model.name,
    model.provider,
    formatNumber(model.contextWindow),
    model.maxOutputTokens === undefined ? '–' : formatNumber(model.maxOutputTokens),
    isExact ? 'exact' : 'estimated',
    model.retiresOn ?? '–',
    ...[prices.input, prices.output, prices.cacheRead, prices.cacheWrite].map(formatPrice),
    cacheLifetimeMs === undefined ? '–' : `${formatNumber(cacheLifetimeMs / 60_000)} min`,
  ];
}

function formatPrice(price: number | undefined): string {
  return price === undefined ? '–' : `$${price}`;
}
