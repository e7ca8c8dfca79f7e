/** Nothing but signs follows the code: a sentence about codes is no report. */
const reported =
  /(?:exit(?:ed with)?(?: status)?(?:[ _]?code)?|returncode)["'>:= ]+(-?\d{1,3})(?=[)\]}.]*\s*(?:$|\n|[<,;]))/i;

/** The exit code that a shell tool reported in its output, in the wordings of common agents. */
export function reportedExitCode(output: string): number | undefined {
  const code = reported.exec(output)?.[1];
  return code === undefined ? undefined : Number(code);
}
