import type { LoadedAgent } from './agent-schema.js';
import type { ConfigLayer } from './config-layers.js';
import type { SettingValues } from './settings.js';

/** What a `context:` block without a policy means where it says nothing: documented defaults. */
const documentedContext: SettingValues = {
  'context.auto_summarize': true,
  'context.max_messages_before_summary': 30,
  'context.max_tokens_before_summary': 128_000,
  'context.min_recent_messages': 6,
  'context.response_reserve': 4096,
};

/** The settings that an agent's file gives. */
export function agentLayer(agent: LoadedAgent): ConfigLayer {
  const { name, file, model, context, memory, max_steps } = agent;
  const given: Record<string, unknown> = { max_steps };
  const { provider, ...call } = model ?? {};
  Object.assign(given, { model: provider }, call);
  for (const [key, value] of Object.entries(context ?? {})) given[`context.${key}`] = value;
  // A block asks for memory, unless it says otherwise.
  for (const [key, value] of Object.entries(
    memory === undefined ? {} : { enabled: true, ...memory },
  ))
    given[`memory.${key}`] = value;
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined);
  return { origin: file ?? `agent ${name}`, values: Object.fromEntries(pairs) as SettingValues };
}

/** The documented defaults, below all that is configured, if an agent's block asks for them. */
export function documentedLayers({ name, file, context }: LoadedAgent): ConfigLayer[] {
  if (context === undefined || context.policy !== undefined) return [];
  return [{ origin: `default of ${file ?? name}`, values: documentedContext }];
}
