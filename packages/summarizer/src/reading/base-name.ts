/** The last part of a path, whichever slashes it has. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
