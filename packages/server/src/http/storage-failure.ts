/** Failures of a disk, a lock or the system; `EACCES` and `EPERM` where it became read-only. */
const systemCodes =
  /^(?:ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO|EMFILE|ENFILE|ENOMEM|SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|PERM|NOMEM|BUSY|LOCKED)(?:_[A-Z_]+)?)$/;

/**
 * Tells whether an error, or its cause, comes from the disk or the system rather than from a
 * client.
 */
export function isStorageFailure(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && systemCodes.test(String(each.code))) return true;
  }
  return false;
}

/** How long after a failure the server says that it is not ready. */
const NOT_READY_MS = 5000;

/** Remembers that storing failed: reading may still work where writing does not. */
export interface StorageHealth {
  failed(): void;
  readonly isFailing: boolean;
}

export function createStorageHealth(): StorageHealth {
  let failedAt = -Infinity;
  return {
    failed() {
      failedAt = performance.now();
    },
    get isFailing() {
      return performance.now() - failedAt < NOT_READY_MS;
    },
  };
}
