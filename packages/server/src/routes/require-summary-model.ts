import { ConfigError } from '@everlong/core';

import { problem } from '../http/problem.js';
import type { Services } from '../services/services.js';
import { requireUpstream } from '../services/summary-models.js';

/** Throws the answer 422 for a `summary_model` that no upstream has. */
export function requireSummaryModel({ upstream }: Services, name: string | null | undefined): void {
  try {
    if (typeof name === 'string') requireUpstream(upstream, 'summary_model', name);
  } catch (error) {
    if (!ConfigError.isInstance(error)) throw error;
    throw problem(422, { code: 'no_upstream', detail: error.message, param: 'summary_model' });
  }
}
