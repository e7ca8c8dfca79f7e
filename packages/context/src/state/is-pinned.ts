import type { SessionState } from './session-state.js';
import type { MessageGroup } from '../rendering/message-group.js';

/** Whether a message of the group is pinned: it then stays in every compaction. */
export function isPinned({ pins }: Pick<SessionState, 'pins'>, group: MessageGroup): boolean {
  return group.entries.some((entry) => pins.has(entry.seq));
}
