import { join } from 'node:path';

/** A program whose sessions can be imported, and where it keeps them. */
export interface KnownTool {
  /** The name on the command line and of the agent that its sessions get. */
  name: string;
  /** For people. */
  title: string;
  /** Folders where it keeps sessions, the first that is there counts. */
  folders: readonly string[];
  /** Which files of them are sessions, by their path below the folder. */
  files: RegExp;
  /** Which files are sessions where none of those is there. */
  otherwise?: RegExp;
}

/** The programs that are known, with the places where this user's sessions are. */
export function knownTools(environment: NodeJS.ProcessEnv): KnownTool[] {
  const { HOME = '', CLAUDE_CONFIG_DIR, CODEX_HOME, XDG_DATA_HOME } = environment;
  const home = (...names: string[]): string[] => (HOME === '' ? [] : [join(HOME, ...names)]);
  const below = (folder: string | undefined, name: string): string[] =>
    folder === undefined || folder === '' ? [] : [join(folder, name)];
  const data = (name: string): string[] => [
    ...below(XDG_DATA_HOME, name),
    ...home('.local', 'share', name),
  ];
  return [
    {
      name: 'claude-code',
      title: 'Claude Code',
      folders: [
        ...below(CLAUDE_CONFIG_DIR, 'projects'),
        ...home('.claude', 'projects'),
        ...home('.config', 'claude', 'projects'),
      ],
      files: /\.jsonl$/,
    },
    {
      name: 'codex',
      title: 'Codex',
      folders: CODEX_HOME ? [CODEX_HOME] : home('.codex'),
      files: /^(?:archived_)?sessions\/.*rollout-[^/]*\.jsonl?$/,
    },
    {
      name: 'pi',
      title: 'pi',
      folders: home('.pi', 'agent', 'sessions'),
      files: /\.jsonl$/,
    },
    {
      name: 'gemini',
      title: 'Gemini CLI',
      folders: home('.gemini', 'tmp'),
      files: /\/chats\/(?:[^/]*\/)*[^/]*\.jsonl?$/,
    },
    {
      name: 'opencode',
      title: 'opencode',
      folders: data('opencode'),
      files: /^opencode(?:-\w+)?\.db$/,
      // Versions before the database left their files there.
      otherwise: /^storage\/session\/[^/]+\/ses_[^/]+\.json$/,
    },
  ];
}
