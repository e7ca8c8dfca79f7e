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
  for (const [key, value] of Object.entries(memorySettings(memory))) given[`memory.${key}`] = value;
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined);
  const values = withImpliedPolicy(Object.fromEntries(pairs) as SettingValues);
  return { origin: file ?? `agent ${name}`, values };
}

/**
 * The presence of the block enables memory. One that says when or whether to extract has agreed to
 * calls of a model: where it names none, of the chat's own.
 */
function memorySettings(memory: LoadedAgent['memory']): object {
  if (memory === undefined) return {};
  const { auto_extract: extracts, extraction_threshold: threshold } = memory;
  const isAgreed = extracts === true || (threshold !== undefined && extracts !== false);
  return { enabled: true, ...(isAgreed ? { model: 'session' } : {}), ...memory };
}
