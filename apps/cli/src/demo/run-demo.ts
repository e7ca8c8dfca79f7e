import { openSession } from '@everlong/context';
import { type EntryInput, EverlongError } from '@everlong/core';
import { type ExitCode, exitCodes } from '../errors/exit-code.js';
import { findSession, openStore } from '../files/session-store.js';
import type { Terminal } from '../output/terminal.js';
import { askQuestion, type QuestionResult } from './ask-question.js';
import { createDemoReport, type DemoReport } from './demo-report.js';
import { type DemoSetup, setUpDemo } from './demo-setup.js';
import { nextCommands } from './next-commands.js';
import { readFolder, type ReadingResult } from './read-folder.js';
import { type PolicyScores, scorePolicies } from './score-policies.js';

/** How many windows long the history should become. */
const targetWindows = 5;

export interface DemoOptions {
  /** The folder to read. */
  root: string;
  /** Where the session is kept. */
  directory: string;
  window: number;
  maxSteps: number;
  json: boolean;
  terminal: Terminal;
  signal: AbortSignal;
  /** Called when the session is stored and closed. */
  beforeQuestion?(sessionFile: string): Promise<void>;
}

/**
 * Runs the demo. Its exit code is a failure if the answer is wrong or the session on disk cannot be
 * read, "not found" in a folder without files, an interrupt after Ctrl-C.
 */
export async function runDemo(options: DemoOptions): Promise<ExitCode> {
  const { terminal, signal } = options;
  const report = createDemoReport(
    options.json ? { ...terminal, print() {} } : terminal,
    options.root,
  );
  const setup = await setUpDemo(options.root, options.directory, options.window);
  if (setup.workspace.files.length === 0) {
    terminal.note(
      `error: There is nothing to read in ${options.root}. Start the demo in a folder with files.`,
    );
    return exitCodes.notFound;
  }
  const interrupted = (): ExitCode => {
    terminal.note(`Interrupted. The session so far is kept in ${setup.sessionFile}`);
    return exitCodes.interrupted;
  };
  const reading = await read(setup, options, report);
  if (signal.aborted) return interrupted();
  await options.beforeQuestion?.(setup.sessionFile);
  try {
    const question = await ask(setup, options, report);
    if (signal.aborted) return interrupted();
    if (question === undefined) {
      terminal.note(`error: No text could be read in ${options.root}, so there is nothing to ask.`);
      return exitCodes.notFound;
    }
    const scores = await score(setup, options, reading);
    if (scores === undefined) return interrupted();
    report.scores(scores.table);
    report.end(
      [
        { what: 'session', path: setup.sessionFile },
        { what: 'decisions', path: setup.sessionFile.replace(/\.jsonl$/, '_records.jsonl') },
        { what: 'notes', path: setup.notesFile },
      ],
      nextCommands(setup, options.root, process.argv[1]),
    );
    if (options.json) terminal.json(demoObject(setup, reading, question, scores));
    if (question.correct) return exitCodes.ok;
    terminal.note('error: The model did not find the value in the stored session.');
  } catch (error) {
    if (!EverlongError.isInstance(error)) throw error;
    terminal.note(
      'error: The question can only be answered from the session on disk, which can no longer be ' +
        `read: ${error.message}`,
    );
  }
  return exitCodes.failure;
}

/** Part 1: the session grows until it is several windows long. */
async function read(
  setup: DemoSetup,
  { maxSteps, signal, terminal }: DemoOptions,
  report: DemoReport,
): Promise<ReadingResult> {
  const { sessionId: id, sessionOptions, sessionFile, workspace, window, tokenizer } = setup;
  const store = await openStore(setup.location);
  const session = await openSession({ ...sessionOptions, store, id });
  const tools = setup.createTools(session);
  report.begin(workspace, { id, file: sessionFile }, session.state());
  const reading = await readFolder({
    ...setup,
    session,
    tools,
    files: workspace.files,
    targetTokens: targetWindows * window,
    maxSteps,
    countMessage: (message) => tokenizer.countMessage(message),
    signal,
    onProgress: report.progress,
    onCompaction: report.compaction,
  });
  terminal.clearLive();
  if (!signal.aborted) {
    report.readingEnded(reading, window);
    report.gauge(reading.state, Object.keys(tools).length, reading.messages);
  }
  await session.close();
  await store.close();
  return reading;
}

/** Part 2: the question is answered from the session reopened from disk. */
async function ask(
  setup: DemoSetup,
  { signal }: DemoOptions,
  report: DemoReport,
): Promise<QuestionResult | undefined> {
  const store = await openStore(setup.location);
  try {
    // `openSession` would create a missing session.
    await findSession(store, setup.sessionId);
    return await askQuestion({
      ...setup,
      store,
      signal,
      onQuestion: report.question,
      onEvent: report.look,
      onAnswer: report.answer,
    });
  } finally {
    await store.close();
  }
}

/** Part 3: scores the policies; `undefined` if interrupted. */
async function score(
  setup: DemoSetup,
  { signal, terminal }: DemoOptions,
  { state }: ReadingResult,
): Promise<PolicyScores | undefined> {
  const store = await openStore(setup.location);
  try {
    const session = await openSession({ ...setup.sessionOptions, store, id: setup.sessionId });
    const entries: EntryInput[] = [];
    for await (const entry of session.entries()) entries.push(entry);
    const scored = scorePolicies({
      window: setup.window,
      instructions: setup.instructions,
      entries,
      reserve: state.window - state.inputBudget,
      tools: setup.createTools(session),
      onProgress: (done, all) => terminal.live(`  scoring policies: message ${done} of ${all}`),
    });
    const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
    signal.addEventListener('abort', () => resolve(undefined));
    const scores = await Promise.race([scored, aborted]);
    terminal.clearLive();
    return scores;
  } finally {
    await store.close();
  }
}

/** The numbers of a run; reproducible in the same folder, except ids and paths. */
function demoObject(
  { workspace, sessionId, sessionFile, window }: DemoSetup,
  { state, ...reading }: ReadingResult,
  question: QuestionResult,
  scores: PolicyScores,
): object {
  const { root, source, files } = workspace;
  return {
    folder: { root, source, files: files.length },
    session: { id: sessionId, file: sessionFile },
    window,
    reading,
    context: state,
    question,
    policies: scores.results,
  };
}
