import { createTurns, type InTurn } from '@everlong/core/internal';

/** The turns of this process, shared by all callers. */
export const inTurn: InTurn = createTurns();
