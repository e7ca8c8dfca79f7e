/** What a script does next: one tool call with a word about it, or the end of the turn. */
export type ScriptStep =
  | { text: string; call: { name: string; input: Record<string, unknown> } }
  | { text: string; call?: undefined };
