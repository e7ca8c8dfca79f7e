import type { Memory, SessionInfo, Store } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import type { AgentSession } from '../chat/agent-session.js';
import type { CommandContext } from '../command-line/command-context.js';

/** Options that override the settings stored with a session. */
export interface ChatChoice {
  model?: string;
  window?: number;
  policy?: string;
  keep?: string;
  agentsDir?: string;
}

/** A session with its agent, and whether the instructions and tools of the agent are known. */
export interface OpenedSession extends AgentSession {
  isDescribed: boolean;
}

/** Opens a session with the settings that a chat would continue it with. */
export async function openAsChat(
  store: Store,
  info: SessionInfo,
  { model, window, policy, keep, agentsDir }: ChatChoice,
  { cwd, environment }: CommandContext,
): Promise<OpenedSession> {
  const { findAgent, isDescribed, openAgentSession } = await import('../chat/agent-session.js');
  const { chatSettings } = await import('../setup/chat-settings.js');
  const { usesMemory } = await import('../setup/settings.js');
  const { usualFolder, withSessionFolder } = await import('../setup/agent-file.js');
  const folders = [usualFolder, ...(agentsDir === undefined ? [] : [agentsDir])];
  const places = withSessionFolder({ cwd, folders }, info);
  const agent = await findAgent(info.agent, places, { optional: true });
  const flags = {
    ...definedFields({
      model,
      'context.window': window,
      'context.policy': policy,
      'context.keep': keep,
    }),
  };
  const { values } = await chatSettings({ cwd, environment, agent, session: info, flags });
  const memory = usesMemory(values) ? await emptyMemory() : undefined;
  const opened = await openAgentSession({
    store,
    id: info.id,
    agent,
    // The log names models without their provider.
    model: values.model?.slice(values.model.indexOf('/') + 1),
    settings: values,
    memory,
    memoryToolsOnly: true,
  });
  await memory?.close();
  return { ...opened, isDescribed: isDescribed(agent) };
}

/** A memory whose tools are described, and never called: the agent's own stays as it is. */
async function emptyMemory(): Promise<Memory> {
  const { createMemory } = await import('@everlong/memory');
  return createMemory({ path: ':memory:' });
}
