import type { LoadedAgent } from './agent-schema.js';
import type { ConfigLayer } from './config-layers.js';
import { withImpliedPolicy } from './own-settings.js';
import type { SettingValues } from './settings.js';

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
  const values = withImpliedPolicy(Object.fromEntries(pairs) as SettingValues);
  return { origin: file ?? `agent ${name}`, values };
}
