import { type Entry, isErrorOutput, toolCallsOf } from '@everlong/core';
import { exitCodeOf } from '@everlong/core/internal';

import { BORNE_SHARE, wordShare, wordStems } from '../reading/content-words.js';
import { entryActions, type Action } from '../reading/entry-actions.js';
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
  bears(seq: number, text: string): boolean;
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

export function createChangeEvidence(entries: readonly Entry[]): ChangeEvidence {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const read = new Map<number, ReadText>();
  const callSeqs = callsOf(entries);
  const actions = new Map<number, Action[]>();
  let isIndexed = false;
  let lastTasks: ReturnType<typeof tasksOf> = [];
  let lastListSeq = -1;

  function index(): void {
    if (isIndexed) return;
    isIndexed = true;
    for (const action of entryActions(entries)) {
      actions.set(action.seq, [...(actions.get(action.seq) ?? []), action]);
    }
    for (const entry of entries) {
      const tasks = tasksOf(entry);
      if (tasks.length > 0) [lastTasks, lastListSeq] = [tasks, entry.seq];
    }
  }

  function bears(seq: number, text: string): boolean {
    const entry = bySeq.get(seq);
    if (entry === undefined) return false;
    const known = read.get(seq) ?? readText(exchangeText(entry));
    read.set(seq, known);
    return isAbout(known, text);
  }

  /** A result says little without the call that it answers. */
  function exchangeText(entry: Entry): string {
    return [...calledBy(entry), entry].map(entryText).join('\n');
  }

  /** The entries with the calls that the results of an entry answer. */
  function calledBy({ message: { content } }: Entry): Entry[] {
    const parts = typeof content === 'string' ? [] : content;
    const seqs = parts.flatMap((part) =>
      part.type === 'tool-result' ? (callSeqs.get(part.toolCallId) ?? []) : [],
    );
    return [...new Set(seqs)].flatMap((seq) => bySeq.get(seq) ?? []);
  }

  function isNewer(seq: number, line: string): boolean {
    return bySeq.has(seq) && seq > (entriesNamed(line).at(-1)?.[1] ?? -1);
  }

  function closes(seq: number, line: string): boolean {
    const entry = bySeq.get(seq);
    const told = line.replace(telling, '');
    if (entry === undefined || !isNewer(seq, line) || !bears(seq, told)) return false;
    index();
    const isListedOpen = lastTasks.some((task) => !task.isClosed && isSameTask(task.text, line));
    if (isListedOpen && seq <= lastListSeq) return false;
    const tasks = [entry, ...calledBy(entry)].flatMap(tasksOf);
    const listed = tasks.filter(({ text }) => isSameTask(text, line));
    if (listed.length > 0) return listed.every(({ isClosed }) => isClosed);
    const said = spokenText(entry);
    if (speaksOfAsDone(said, line)) return true;
    if (told !== line && entry.message.role === 'assistant' && isAbout(readText(said), told)) {
      return true;
    }
    if (entry.message.role === 'tool') return succeeded(entry, line);
    return tasks.length === 0 && acted(actions.get(seq) ?? [], line);
  }

  /** Results of calls that did something, and themselves report no failure. */
  function succeeded(entry: Entry, line: string): boolean {
    const { content } = entry.message;
    const results = typeof content === 'string' ? [] : content;
    const segments = entrySegments(entry);
    return results.some((part) => {
      if (part.type !== 'tool-result' || isErrorOutput(part.output)) return false;
      const of = actions.get(callSeqs.get(part.toolCallId) ?? -1) ?? [];
      const text = segments.find(({ callId }) => callId === part.toolCallId)?.text ?? '';
      const code = exitCodeOf(
        text.length > 800 ? `${text.slice(0, 400)}\n${text.slice(-400)}` : text,
      );
      const all = [...calledBy(entry).map(entryText), text].join('\n');
      return (code === undefined || code === 0) && isAbout(readText(all), line) && did(of, line);
    });
  }

  return { bears, closes, isNewer };
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

interface ReadText {
  text: string;
  stems: ReadonlySet<string>;
}

function readText(text: string): ReadText {
  return { text, stems: wordStems(text) };
}

function isAbout({ text, stems }: ReadText, line: string): boolean {
  return holdsAny(text, line) || wordShare(wordStems(line), stems) >= BORNE_SHARE;
}

function holdsAny(text: string, line: string): boolean {
  return extractValues(line).some(({ value }) => holdsPart(text, value));
}

/** The entry of each call. */
function callsOf(entries: readonly Entry[]): Map<string, number> {
  const seqs = new Map<string, number>();
  for (const { seq, message } of entries) {
    for (const { toolCallId } of toolCallsOf(message)) seqs.set(toolCallId, seq);
  }
  return seqs;
}
