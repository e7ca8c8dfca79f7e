const reported = /(?:exit(?:ed with)?(?: status)?(?: code)?|returncode)["'>:= ]+(-?\d{1,3})\b/i;

/** The exit code that a shell tool reported in its output, in the wordings of common agents. */
export function reportedExitCode(output: string): number | undefined {
  const code = reported.exec(output)?.[1];
  return code === undefined ? undefined : Number(code);
}
