import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Session, SessionOptions } from '@everlong/context';
import { createHistoryTools } from '@everlong/context/ai-sdk';
import { makeFolder } from '@everlong/core/node';
import { createTokenizer, type ModelTokenizer } from '@everlong/tokenizer';
import type { ToolSet } from 'ai';
import type { ModelObject } from '../setup/model-provider.js';
import {
  freeSessionId,
  makeDirectory,
  openStore,
  type StoreLocation,
} from '../files/session-store.js';
import { createFolderTools } from './folder-tools.js';
import { createScriptedModel } from './scripted-model.js';
import { openWorkspace, type Workspace } from './workspace.js';

const agent = 'demo';
const demoPolicy = 'everlong';
/** The share of the window that one result of a history tool may take. */
const historyShare = 1 / 6;

/** Everything that the parts of the demo share. */
export interface DemoSetup {
  workspace: Workspace;
  location: StoreLocation;
  sessionId: string;
  sessionFile: string;
  notesFile: string;
  window: number;
  model: ModelObject;
  instructions: string;
  tokenizer: ModelTokenizer;
  sessionOptions: Omit<SessionOptions, 'store' | 'id'>;
  createTools(session: Pick<Session, 'search' | 'expand'>, turnStart?: () => number): ToolSet;
  createEntryId(): string;
}

/** Lists the folder and chooses where to store the session; reads no files yet. */
export async function setUpDemo(
  root: string,
  directory: string,
  window: number,
): Promise<DemoSetup> {
  const location = await writableLocation(directory);
  const workspace = await openWorkspace(root, location.directory);
  const store = await openStore(location);
  const sessionId = await freeSessionId(store, 'demo-');
  await store.close();
  const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
  const count = (text: string): number => tokenizer.count(text);
  const notesFile = join(location.directory, 'notes', `${sessionId}.md`);
  const folderTools = createFolderTools(workspace, notesFile);
  let entries = 0;
  return {
    workspace,
    location,
    sessionId,
    sessionFile: join(location.directory, 'sessions', agent, `${sessionId}.jsonl`),
    notesFile,
    window,
    model: createScriptedModel(count),
    instructions:
      'You read the files of a folder with the tools you have and note exact values. What you ' +
      'were shown earlier stays in the stored history: look there before you say that you do not know.',
    tokenizer,
    sessionOptions: { agent, contextWindow: window, policy: demoPolicy, tokenizer },
    createTools: (session, turnStart = () => Infinity) => ({
      ...folderTools,
      ...createHistoryTools({
        session,
        maxTokens: Math.floor(window * historyShare),
        count,
        turnStart,
      }),
    }),
    // Ids may occur in requests: fixed ones make the numbers reproducible.
    createEntryId: () => `entry-${++entries}`,
  };
}

/** The folder for sessions, or a temporary one if it is not writable. */
async function writableLocation(directory: string): Promise<StoreLocation> {
  const wanted = resolve(directory);
  try {
    await makeDirectory(wanted);
    makeFolder(join(wanted, 'notes'));
    return { kind: 'jsonl', directory: wanted };
  } catch {
    return { kind: 'jsonl', directory: await mkdtemp(join(tmpdir(), 'everlong-demo-')) };
  }
}
