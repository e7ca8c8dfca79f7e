import type { Services } from '../services/services.js';

/** Where the tools on sessions read. */
export type SessionSource = Pick<Services, 'storeOf' | 'pool'>;
