/** An error's or note's text: nothing is stored in that place, and how to name the right one. */
export function noSessions(path: string): string {
  return (
    `There are no sessions in ${path}. Sessions are kept per folder: pass --dir for another one, or ` +
    'keep all in one place with everlong config set dir ~/everlong --user.'
  );
}
