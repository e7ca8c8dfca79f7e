import type { Deleted } from '../api.js';
import { ApiError } from '../transport/api-error.js';
import { isRepeated } from '../transport/transport.js';

/** Deleting, where a repeated call finds nothing: an earlier one was done, its answer was lost. */
export async function deletedOnce(id: string, call: Promise<Deleted>): Promise<Deleted> {
  try {
    return await call;
  } catch (error) {
    const isDone = error instanceof ApiError && error.status === 404 && isRepeated(error);
    if (!isDone) throw error;
    return { object: 'deleted', id, deleted: true };
  }
}
