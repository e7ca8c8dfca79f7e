import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Keeps originals below a folder, in the places that they had below a root. */
export interface SetAside {
  /** Keeps a copy of a file that will be changed: as it was before the first change. */
  copy(path: string): void;
  /** Takes a file or folder away, if it is there. */
  move(path: string): void;
}

export function createSetAside(root: string, keepIn: string): SetAside {
  function placeOf(path: string): string {
    const place = join(keepIn, relative(root, path));
    mkdirSync(dirname(place), { recursive: true });
    return place;
  }
  return {
    copy(path) {
      const place = placeOf(path);
      if (!existsSync(place)) copyFileSync(path, place);
    },
    move(path) {
      if (!existsSync(path)) return;
      const place = placeOf(path);
      try {
        renameSync(path, place);
      } catch {
        // Another file system.
        cpSync(path, place, { recursive: true });
        rmSync(path, { recursive: true });
      }
    },
  };
}
