import { definedFields } from '@everlong/core/internal';
import type { EntryLog } from '../entries/entry-log.js';
import { logFormat } from '../entries/log-format.js';
import type { LogConversation, LogReader, LogRecord, LogSurvey } from '../entries/log-survey.js';
import { type Fields, fieldsOf, isFields, present, textOf } from '../json/json-fields.js';
import { shareOf } from '../json/share-of.js';
import { type BranchTree, createBranchTree } from './claude-code-branches.js';
import { createLineReader } from './claude-code-lines.js';
import { createSidechains, type Sidechain } from './claude-code-sidechains.js';

/**
 * The session logs of Claude Code. An assistant message is written as one line per content block,
 * all with the message's id; the last one has the final usage. Lines that are not part of the
 * conversation (progress, snapshots, queue operations, hooks) are passed over, and so are branches
 * that the user left by rewinding.
 */
export const claudeCodeFormat = logFormat({
  name: 'claude-code',
  description: 'JSON lines {type: "user" | "assistant" | …, message, uuid, sessionId, timestamp}',
  detect: ({ values }) => shareOf(values, isClaudeCodeLine),
  survey: surveyClaudeCode,
});

function isClaudeCodeLine(value: unknown): boolean {
  const { type, message, sessionId, uuid, leafUuid, snapshot } = fieldsOf(value);
  if (type === 'user' || type === 'assistant') {
    return isFields(message) && (typeof uuid === 'string' || typeof sessionId === 'string');
  }
  if (type === 'summary') return typeof leafUuid === 'string';
  if (type === 'file-history-snapshot') return isFields(snapshot);
  return typeof type === 'string' && typeof sessionId === 'string';
}

interface SurveyOptions {
  keepsRewound: boolean;
}

function surveyClaudeCode({ keepsRewound }: SurveyOptions): LogSurvey {
  const sidechains = createSidechains();
  const trees = new Map<Sidechain | 'session', BranchTree>([['session', createBranchTree()]]);
  /** A file that has nothing of a session is the log of one sub-agent. */
  let whole: BranchTree | undefined = createBranchTree();
  return {
    look(record) {
      const owner = sidechains.look(record);
      if (owner === 'session' && isFields(fieldsOf(record.value)['message'])) whole = undefined;
      whole?.add(record);
      if (owner === undefined) return;
      const tree = trees.get(owner) ?? createBranchTree();
      trees.set(owner, tree);
      tree.add(record);
    },
    conversations() {
      const found = [...trees];
      const subAgent = whole;
      // They are as large as the file is long, and not needed any more.
      trees.clear();
      whole = undefined;
      if (subAgent !== undefined) return [conversationOf(subAgent, { keepsRewound })];
      return found.map(([owner, tree]): LogConversation => {
        const includes = (record: LogRecord): boolean => sidechains.of(record) === owner;
        if (owner === 'session') return { ...conversationOf(tree, { keepsRewound }), includes };
        const { agentId } = owner;
        return { ...conversationOf(tree, { keepsRewound, agentId }), includes, aside: owner };
      });
    },
  };
}

/** Titles in the order in which they are preferred: the user's own, and two that programs made. */
const titleKeys = ['customTitle', 'aiTitle', 'summary'] as const;

/** A conversation, without what the user took back by rewinding and asking again or with it. */
function conversationOf(
  tree: BranchTree,
  { keepsRewound, agentId }: SurveyOptions & { agentId?: string },
): LogConversation {
  const { repeated } = tree;
  const rewound = tree.abandoned();

  function open(log: EntryLog): LogReader {
    const readLine = createLineReader(log, rewound);
    const titles: Partial<Record<(typeof titleKeys)[number], string>> = {};
    let about: Fields | undefined;
    let aside = 0;
    let firstAside: string | undefined;
    return {
      read({ value, place, index }) {
        const line = fieldsOf(value);
        const uuid = textOf(line['uuid']);
        if (uuid !== undefined && rewound.has(uuid) && !keepsRewound) {
          aside++;
          firstAside ??= place;
          return;
        }
        for (const key of titleKeys)
          Object.assign(titles, definedFields({ [key]: textOf(line[key]) }));
        if ('uuid' in line) about ??= line;
        if (!repeated.has(index)) readLine(line, place);
      },
      end(warn) {
        if (aside > 0) {
          warn(
            `${firstAside}: ${aside} lines that the user took back by rewinding were left out, ` +
              'from here on.',
          );
        }
        const title = titleKeys.map((key) => titles[key]).find(Boolean);
        const { sessionId, cwd, gitBranch, version } = about ?? {};
        const agent = agentId ?? about?.['agentId'];
        const metadata = present({ sessionId, agentId: agent, cwd, gitBranch, version });
        return { ...definedFields({ title }), metadata };
      },
    };
  }

  return { open };
}
