import { checkNumber, requireOptions } from '@everlong/core/internal';
import { resolveTools, type ToolsInput } from '@everlong/tokenizer';
import { z } from 'zod';

/** Options of `createToolSearch`. */
export interface ToolSearchOptions {
  /** The tools to be found: an AI SDK tool set. */
  tools: object;
  /** The most tools that one search loads. Default 5. */
  limit?: number;
}

const searchInput = z.object({ query: z.string() });

/**
 * The tool `tool_search` for `prepare({ tools, deferTools: true })`: a model finds tools by words
 * of their names and descriptions, and has them from the next step on. Give it to the call beside
 * the tools. Throws `ConfigError` for an unknown option.
 */
export function createToolSearch(options: ToolSearchOptions) {
  requireOptions<ToolSearchOptions>('createToolSearch', options, { tools: true, limit: true });
  const { tools, limit = 5 } = options;
  checkNumber('limit of createToolSearch', limit, 1);
  const found = resolveTools(tools as ToolsInput).map(({ name, description = '' }) => ({
    name,
    description,
    words: wordsOf(`${name} ${description}`),
  }));
  const names = found.map(({ name }) => name).join(', ');

  return {
    tool_search: {
      description:
        'Finds tools by what they do and loads the best ones: they can be called from the next ' +
        `step on, once a turn. Search for all you will need at once. There are: ${names}`,
      inputSchema: searchInput,
      execute({ query }: z.infer<typeof searchInput>) {
        const wanted = wordsOf(query);
        const loaded = found
          .map((tool) => ({
            tool,
            score: tool.words.filter((word) => wanted.includes(word)).length,
          }))
          .filter(({ score }) => score > 0)
          .toSorted((left, right) => right.score - left.score)
          .slice(0, limit)
          .map(({ tool: { name, description } }) => ({ name, description }));
        return { loaded };
      },
    },
  };
}

function wordsOf(text: string): string[] {
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]{2,}|\p{N}/gu);
  return [...new Set(words)];
}
