import { type Entry, isErrorOutput } from '@everlong/core';
import { exitCodeOf } from '@everlong/core/internal';

import { SUPPORT_THRESHOLD, wordShare, wordStems } from '../reading/content-words.js';
import type { Action } from '../reading/entry-actions.js';
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

/** What the entries say about a line of the record. */
export interface ChangeEvidence {
  /** Whether the entry holds a value of the text, or most of its words. */
  supports(seq: number, text: string): boolean;
  /**
   * Whether the entry bears the line out as done or no longer so: it is newer than those that the
   * line names, and it is a call that did more than read and did not fail, what such a call put
   * out, a list in which the task is closed, or words that speak of it as done.
   */
  closes(seq: number, line: string): boolean;
  /** Whether there is such an entry and it is newer than those that the line names. */
  isNewer(seq: number, line: string): boolean;
}

/** Words by which somebody speaks of what is still to come, or went wrong. */
const open =
  /\b(?:will|shall|going to|next|needs? to|have to|has to|should|must|to-?do|let me|let's|please|can you|could you|want|plan(?:ned|ning)? to|not yet|not (?:done|finished|complete)|still|remain(?:s|ing)?|pending|open|fail(?:s|ed|ing|ure)?|error|cannot|can['’]t|could ?n['’]t|could not|did ?n['’]t|was ?n['’]t|is ?n['’]t|are ?n['’]t|has ?n['’]t|have ?n['’]t)\b|['’]ll\b|\?["')\]]*$/i;
const done =
  /\b(?:done|finished|written|wrote|built|ran|made|now|works?|passe[sd]|pass|gone|moot|drop|skip|forget|cancel|never ?mind|no (?:longer|need)|\w{3,}ed)\b|✓|✅|✔/i;
const english = /\b(?:the|is|are|and|to|of|in|it|was|have|has|all|a|i)\b/i;
/** The share of a line's words by which a sentence is about it. */
const SENTENCE_SHARE = 0.5;
/** A task to find out is done by looking, a task to try by running something. */
const finding =
  /\b(?:read|look|check|review|inspect|find|see|understand|investigate|examine|explore|analy[sz]e|verify)\b/i;
const trying =
  /^\W*(?:\[?\w+\]?: ["'])?(?:(?:re-?)?(?:run|test)|try|verify|ensure|measure|benchmark)\b/i;
/** A task to say something is done by saying it. */
const telling =
  /^\W*(?:\[?\w+\]?: ["'])?(?:answer|ask|describe|explain|name|present|propose|report|tell)\b/i;
/** Tools and commands that look and change nothing. */
const lookingTool =
  /grep|glob|search|find|list|^ls$|fetch|read|view|todo|plan|think|thought|journal|memory|ask/i;
const lookingCommand =
  /^\s*(?:cd [^&;]{1,200}(?:&&|;)\s*)?(?:ls|cat|head|tail|grep|rg|find|pwd|which|wc|tree|echo|sed -n|git (?:status|log|diff|show|branch))\b/;

/** The evidence of these entries, which are looked through once, when first asked about. */
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
    const subject = line.replace(telling, '');
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

/** That an entry shows a line to be done. */
interface Claim {
  entry: Entry;
  line: string;
  /** The line without the word by which it asks to be told something. */
  subject: string;
  /** What is said in the entry. */
  said: string;
  index: EntryIndex;
}

/** In order: the first that does not return `undefined` decides. */
const closingRules: readonly ((claim: Claim) => boolean | undefined)[] = [
  openInNewestList,
  closedInOwnList,
  saidToBeDone,
  toldAsAsked,
  resultSucceeded,
  callActed,
];

/** A newer list of tasks still has it open. */
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

function toldAsAsked({ entry, line, subject, said }: Claim): boolean | undefined {
  const isTold = subject !== line && entry.message.role === 'assistant';
  return isTold && isAbout(readText(said), subject) ? true : undefined;
}

/** Results of calls that did something, and themselves report no failure. */
function resultSucceeded({ entry, line, index }: Claim): boolean | undefined {
  if (entry.message.role !== 'tool') return undefined;
  const { content } = entry.message;
  const segments = entrySegments(entry);
  return content.some((part) => {
    if (part.type !== 'tool-result' || isErrorOutput(part.output)) return false;
    const text = segments.find(({ callId }) => callId === part.toolCallId)?.text ?? '';
    const code = exitCodeOf(ends(text, EXIT_CODE_REACH).join('\n'));
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

/** Whether one of the actions may be what the line asks for; a line that names files needs one of them. */
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

/** A sentence about the line that tells of it as done, and none that tells of it as open. */
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
