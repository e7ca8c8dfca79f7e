import { type Entry, isErrorOutput } from '@everlong/core';
import { reportedExitCode } from '@everlong/core/internal';

import { SUPPORT_THRESHOLD, wordShare, wordStems } from '../reading/content-words.js';
import type { Action } from '../actions/action.js';
import { createEntryIndex, type EntryIndex, readText, type ReadText } from './entry-index.js';
import { ends, EXIT_CODE_REACH } from '../reading/ends.js';
import { entriesNamed } from '../reading/entry-marks.js';
import { entrySegments, entryText } from '../reading/entry-segments.js';
import { extractValues } from '../values/extract-values.js';
import { tasksOf } from '../sections/pending-section.js';
import { isSameTask } from '../sections/same-task.js';
import { sentencesOf } from '../reading/sentences.js';
import { spokenText } from '../reading/spoken-text.js';
import { holdsPart } from '../sections/source-index.js';

/** What the entries say about a line of the summary. */
export interface ChangeEvidence {
  /** Whether the entry contains a value of the text, or most of its words. */
  supports(seq: number, text: string): boolean;
  /**
   * Whether the entry shows that the line is done or outdated: it is newer than the entries that
   * the line names, and it is a successful call that did more than read, the output of such a call,
   * a list in which the task is closed, or a statement that it is done.
   */
  closes(seq: number, line: string): boolean;
  /** Whether there is such an entry and it is newer than those that the line names. */
  isNewer(seq: number, line: string): boolean;
}

/** Words about what is still to come or went wrong. */
const open =
  /\b(?:will|shall|going to|next|needs? to|have to|has to|should|must|to-?do|let me|let's|please|can you|could you|want|plan(?:ned|ning)? to|not yet|not (?:done|finished|complete)|still|remain(?:s|ing)?|pending|open|fail(?:s|ed|ing|ure)?|error|cannot|can['’]t|could ?n['’]t|could not|did ?n['’]t|was ?n['’]t|is ?n['’]t|are ?n['’]t|has ?n['’]t|have ?n['’]t)\b|['’]ll\b|\?["')\]]*$/i;
const done =
  /\b(?:done|finished|written|wrote|built|ran|made|now|works?|passe[sd]|pass|gone|moot|drop|skip|forget|cancel|never ?mind|no (?:longer|need)|\w{3,}ed)\b|✓|✅|✔/i;
const english = /\b(?:the|is|are|and|to|of|in|it|was|have|has|all|a|i)\b/i;
/** The share of a line's words that a sentence must contain to be about it. */
const SENTENCE_SHARE = 0.5;
/** Tasks to find out, which reading completes, and tasks to try, which a run completes. */
const finding =
  /\b(?:read|look|check|review|inspect|find|see|understand|investigate|examine|explore|analy[sz]e|verify)\b/i;
const trying =
  /^\W*(?:\[?\w+\]?: ["'])?(?:(?:re-?)?(?:run|test)|try|verify|ensure|measure|benchmark)\b/i;
/** Tasks to say something, which saying it completes. */
const answering =
  /^\W*(?:\[?\w+\]?: ["'])?(?:answer|ask|describe|explain|name|present|propose|report|tell)\b/i;
/** Tools and commands that only read. */
const lookingTool =
  /grep|glob|search|find|list|^ls$|fetch|read|view|todo|plan|think|thought|journal|memory|ask/i;
const lookingCommand =
  /^\s*(?:cd [^&;]{1,200}(?:&&|;)\s*)?(?:ls|cat|head|tail|grep|rg|find|pwd|which|wc|tree|echo|sed -n|git (?:status|log|diff|show|branch))\b/;

/** The evidence of these entries, each of which is read once, on first use. */
export function createChangeEvidence(entries: readonly Entry[]): ChangeEvidence {
  const index = createEntryIndex(entries);

  function supports(seq: number, text: string): boolean {
    return index.entry(seq) !== undefined && isAbout(index.exchange(seq), text);
  }

  function isNewer(seq: number, line: string): boolean {
    return index.entry(seq) !== undefined && seq > (entriesNamed(line).at(-1)?.[1] ?? -1);
  }

  function closes(seq: number, line: string): boolean {
    const entry = index.entry(seq);
    const subject = line.replace(answering, '');
    if (entry === undefined || !isNewer(seq, line) || !supports(seq, subject)) return false;
    const claim: Claim = { entry, line, subject, said: spokenText(entry), index };
    for (const rule of closingRules) {
      const verdict = rule(claim);
      if (verdict !== undefined) return verdict;
    }
    return false;
  }

  return { supports, closes, isNewer };
}

/** Whether an entry shows that a line is done. */
interface Claim {
  entry: Entry;
  line: string;
  /** The line without the verb that asks for an answer. */
  subject: string;
  /** The prose of the entry. */
  said: string;
  index: EntryIndex;
}

/** In order: the first that does not return `undefined` decides. */
const closingRules: readonly ((claim: Claim) => boolean | undefined)[] = [
  openInNewestList,
  closedInOwnList,
  saidToBeDone,
  answered,
  resultSucceeded,
  callActed,
];

/** Whether a newer list of tasks still has it open. */
function openInNewestList({ entry, line, index }: Claim): boolean | undefined {
  const { tasks, seq } = index.newestList();
  const isOpen = tasks.some((task) => !task.isClosed && isSameTask(task.text, line));
  return isOpen && entry.seq <= seq ? false : undefined;
}

function closedInOwnList({ entry, line, index }: Claim): boolean | undefined {
  const tasks = [entry, ...index.calledBy(entry)].flatMap(tasksOf);
  const listed = tasks.filter(({ text }) => isSameTask(text, line));
  return listed.length > 0 ? listed.every(({ isClosed }) => isClosed) : undefined;
}

function saidToBeDone({ line, said }: Claim): boolean | undefined {
  return speaksOfAsDone(said, line) ? true : undefined;
}

function answered({ entry, line, subject, said }: Claim): boolean | undefined {
  const isAnswer = subject !== line && entry.message.role === 'assistant';
  return isAnswer && isAbout(readText(said), subject) ? true : undefined;
}

/** Whether the results of effective calls report no failure. */
function resultSucceeded({ entry, line, index }: Claim): boolean | undefined {
  if (entry.message.role !== 'tool') return undefined;
  const { content } = entry.message;
  const segments = entrySegments(entry);
  return content.some((part) => {
    if (part.type !== 'tool-result' || isErrorOutput(part.output)) return false;
    const text = segments.find(({ callId }) => callId === part.toolCallId)?.text ?? '';
    const code = reportedExitCode(ends(text, EXIT_CODE_REACH).join('\n'));
    const all = [...index.calledBy(entry).map(entryText), text].join('\n');
    return (
      (code === undefined || code === 0) &&
      isAbout(readText(all), line) &&
      did(index.actionsOfCall(part.toolCallId), line)
    );
  });
}

function callActed({ entry, line, index }: Claim): boolean {
  const writesList = [entry, ...index.calledBy(entry)].some((of) => tasksOf(of).length > 0);
  return !writesList && acted(index.actions(entry.seq), line);
}

function acted(actions: readonly Action[], line: string): boolean {
  return did(actions, line) && actions.every(({ error }) => error === undefined);
}

/**
 * Whether one of the actions can be what the line asks for. If the line names files, the action
 * must be on one of them.
 */
function did(actions: readonly Action[], line: string): boolean {
  const paths = extractValues(line).filter(({ kind }) => kind === 'path');
  return actions.some((action) => {
    const { target } = action;
    if (paths.length > 0 && !paths.some(({ value }) => holdsPart(target, value))) return false;
    if (isLooking(action)) return finding.test(line);
    return !trying.test(line) || action.verb === 'ran' || action.verb === 'called';
  });
}

function isLooking({ verb, toolName, target }: Action): boolean {
  if (verb === 'called') return lookingTool.test(toolName);
  return verb === 'read' || (verb === 'ran' && lookingCommand.test(target));
}

/** Whether a sentence says that the line is done, and none says that it is open. */
function speaksOfAsDone(text: string, line: string): boolean {
  const stems = wordStems(line);
  const about = sentencesOf(text).filter(
    (sentence) =>
      holdsAny(sentence.text, line) || wordShare(stems, wordStems(sentence.text)) >= SENTENCE_SHARE,
  );
  return (
    about.length > 0 &&
    about.every((sentence) => !open.test(sentence.text)) &&
    about.some((sentence) => done.test(sentence.text) || !english.test(sentence.text))
  );
}

function isAbout({ text, stems }: ReadText, line: string): boolean {
  return holdsAny(text, line) || wordShare(wordStems(line), stems) >= SUPPORT_THRESHOLD;
}

function holdsAny(text: string, line: string): boolean {
  return extractValues(line).some(({ value }) => holdsPart(text, value));
}
