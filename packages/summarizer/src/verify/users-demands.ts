/** The line before demands that somebody else made, such as those of a task that was read. */
export const READ_NOT_SAID = 'Read in the course of the work:';

/** The lines of Constraints that are the user's. */
export function usersDemands(constraints: readonly string[] = []): readonly string[] {
  const end = constraints.indexOf(READ_NOT_SAID);
  return end < 0 ? constraints : constraints.slice(0, end);
}
