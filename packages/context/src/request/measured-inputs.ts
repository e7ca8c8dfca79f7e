import { ConfigError, type EpochInputs, type Tokenizer } from '@everlong/core';
import { jsonText, shortHash, showValue } from '@everlong/core/internal';
import { resolveTools, type ToolsInput } from '@everlong/tokenizer';

/** What a caller sends along with the log, measured. */
export interface MeasuredInputs {
  instructions: string;
  instructionTokens: number;
  toolTokens: number;
  /** The tools as the caller gave them. */
  tools?: unknown;
  /** Whether only their sizes and hashes are known: they were those of another process. */
  isRemembered?: true;
  /** Hashes, to see whether the next request still has the same. */
  instructionsHash: string;
  toolsHash: string;
  /** Why the tools are not those of the request before, where that is known. */
  toolsChange?: string;
  /**
   * Those of the epoch's prefix, while others are in force: these were said in mid-conversation, or
   * will be.
   */
  isBase?: true;
}

/**
 * Measures instructions and tools; the last sizes are kept, since callers repeat themselves. Throws
 * `ConfigError` for what is no text, and what is no tools.
 */
export function createInputMeter(
  tokenizer: Tokenizer,
): (instructions: string, tools: unknown) => MeasuredInputs {
  let last: { key: string; measured: MeasuredInputs } | undefined;
  return (given, tools) => {
    if (typeof given !== 'string') {
      throw new ConfigError(`Instructions must be a string, not ${showValue(given)}.`);
    }
    // White space alone counts as no instructions.
    const instructions = given.trim() === '' ? '' : given;
    const resolved = tools === undefined ? [] : resolveTools(tools as ToolsInput);
    const toolText = jsonText(resolved);
    const key = `${instructions}\n${toolText}`;
    if (last?.key === key) return { ...last.measured, tools };
    const measured = {
      instructions,
      instructionTokens: tokenizer.count(instructions),
      toolTokens: resolved.length === 0 ? 0 : countTools(tokenizer, tools as ToolsInput, toolText),
      instructionsHash: shortHash(instructions),
      toolsHash: shortHash(toolText),
    };
    last = { key, measured };
    return { ...measured, tools };
  };
}

/**
 * What the last request of a session was made with, as far as its records say: enough to compact it
 * before the caller comes with instructions and tools again.
 */
export function rememberedInputs(inputs: EpochInputs): MeasuredInputs {
  const [instructionsHash = ''] = inputs.instructions.split('-');
  const { tokens = 0, toolTokens = tokens } = inputs;
  return {
    instructions: '',
    isRemembered: true,
    instructionTokens: tokens - toolTokens,
    toolTokens,
    instructionsHash,
    toolsHash: inputs.tools,
  };
}

function countTools(tokenizer: Tokenizer, tools: ToolsInput, text: string): number {
  const counts = tokenizer as Tokenizer & { countTools?(tools: ToolsInput): number };
  return counts.countTools?.(tools) ?? tokenizer.count(text);
}
