import { ConfigError } from '@everlong/core';
import { z } from 'zod';
import { type SettingName, type SettingValues, settingValue } from './settings.js';

/** A setting, with the words of the settings for a value that is wrong. */
function setting<Name extends SettingName>(name: Name) {
  return z
    .unknown()
    .transform((value, context): NonNullable<SettingValues[Name]> => {
      try {
        return settingValue(name, value);
      } catch (error) {
        if (!ConfigError.isInstance(error)) throw error;
        context.addIssue({ code: 'custom', message: error.message });
        return z.NEVER;
      }
    })
    .optional();
}

/** The schema of an agent's YAML file, with the names that existing agent files use. */
export const agentSchema = z.strictObject({
  name: z.string().min(1).max(128),
  description: z.string().optional(),
  system_prompt: z.string().optional(),
  max_steps: setting('max_steps'),
  model: z
    .strictObject({
      /** `provider/name`. */
      provider: z.string(),
      base_url: setting('base_url'),
      temperature: setting('temperature'),
      max_tokens: setting('max_tokens'),
    })
    .optional(),
  context: z
    .strictObject({
      policy: setting('context.policy'),
      keep: setting('context.keep'),
      compaction: setting('context.compaction'),
      window: setting('context.window'),
      auto_summarize: setting('context.auto_summarize'),
      max_messages_before_summary: setting('context.max_messages_before_summary'),
      max_tokens_before_summary: setting('context.max_tokens_before_summary'),
      min_recent_messages: setting('context.min_recent_messages'),
      response_reserve: setting('context.response_reserve'),
      max_context_tokens: setting('context.max_context_tokens'),
      max_turns: setting('context.max_turns'),
    })
    .optional(),
  memory: z
    .strictObject({
      enabled: setting('memory.enabled'),
      extraction_threshold: setting('memory.extraction_threshold'),
      retrieval_limit: setting('memory.retrieval_limit'),
      auto_extract: setting('memory.auto_extract'),
      /** `provider/name`, or `session` for the chat's own. */
      model: setting('memory.model'),
    })
    .optional(),
});

export type Agent = z.infer<typeof agentSchema>;

/** An agent and where it was read from. */
export interface LoadedAgent extends Agent {
  /** The file; `undefined` for an agent that has none. */
  file?: string;
  /** Unknown blocks of the file, such as those of a later version; ignored. */
  unknownBlocks?: readonly string[];
}
