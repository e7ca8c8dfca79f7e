import { z } from 'zod';

const tokens = z.int().min(0);

/** The schema of an agent's YAML file, with the names that existing agent files use. */
export const agentSchema = z.strictObject({
  name: z.string().min(1).max(128),
  description: z.string().optional(),
  system_prompt: z.string().optional(),
  max_steps: z.int().min(1).optional(),
  model: z
    .strictObject({
      /** `provider/name`. */
      provider: z.string(),
      base_url: z.string().optional(),
      temperature: z.number().min(0).max(2).optional(),
      max_tokens: z.int().min(1).optional(),
    })
    .optional(),
  context: z
    .strictObject({
      policy: z.string().optional(),
      keep: z.enum(['little', 'balanced', 'much']).optional(),
      window: z.int().min(1).optional(),
      auto_summarize: z.boolean().optional(),
      max_messages_before_summary: z.int().min(1).optional(),
      max_tokens_before_summary: z.int().min(1).optional(),
      min_recent_messages: z.int().min(0).optional(),
      response_reserve: tokens.optional(),
      max_context_tokens: z.int().min(100).optional(),
      max_turns: z.int().min(1).optional(),
    })
    .optional(),
  memory: z
    .strictObject({
      enabled: z.boolean().optional(),
      extraction_threshold: z.int().min(1).optional(),
      retrieval_limit: z.int().min(0).optional(),
      auto_extract: z.boolean().optional(),
      /** `provider/name`, or `session` for the chat's own. */
      model: z.string().optional(),
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
