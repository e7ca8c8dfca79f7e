import type { LoadedAgent } from './agent-schema.js';
import type { ConfigLayer } from './config-layers.js';
import type { SettingValues } from './settings.js';

/** The documented defaults of a `context:` block without a policy. */
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
  // The presence of the block enables memory.
  for (const [key, value] of Object.entries(
    memory === undefined ? {} : { enabled: true, ...memory },
  ))
    given[`memory.${key}`] = value;
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined);
  return { origin: file ?? `agent ${name}`, values: Object.fromEntries(pairs) as SettingValues };
}

/** The documented defaults, of lowest priority, if the agent has a `context:` block. */
export function documentedLayers({ name, file, context }: LoadedAgent): ConfigLayer[] {
  if (context === undefined || context.policy !== undefined) return [];
  return [{ origin: `default of ${file ?? name}`, values: documentedContext }];
}
