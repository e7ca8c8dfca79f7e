import { lstatSync } from 'node:fs';

import { ConfigError } from '@everlong/core';

/** Tells whether the path itself is a symbolic link. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/**
 * Throws `ConfigError` when a path is a symbolic link: the store creates none, and one among its
 * files would let it read or change a file elsewhere.
 */
export function refuseLinks(paths: readonly string[]): void {
  const link = paths.find(isLink);
  if (link === undefined) return;
  throw new ConfigError(
    `${link} is a symbolic link, which is not followed. Remove it, or put the file in its place.`,
  );
}
