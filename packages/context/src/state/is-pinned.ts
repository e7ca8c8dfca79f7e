import type { SessionState } from './session-state.js';
import type { Unit } from '../rendering/message-group.js';

/** Whether a message of the unit is pinned: it then stays in every compaction. */
export function isPinned({ pins }: Pick<SessionState, 'pins'>, unit: Unit): boolean {
  return unit.entries.some((entry) => pins.has(entry.seq));
}
