import { relative } from 'node:path';
import { defaultDirectory } from '../setup/default-directory.js';
import type { DemoSetup } from './demo-setup.js';
import { invocation } from './invocation.js';

/** Commands to try after the demo, as typed in its folder. */
export function nextCommands(
  { sessionId, sessionFile, window, location }: DemoSetup,
  root: string,
  calledAs: string | undefined,
): string[] {
  const command = invocation(root, calledAs);
  const directory = relative(root, location.directory);
  const dir = directory === defaultDirectory ? '' : ` --dir ${quote(location.directory)}`;
  const fromHere = relative(root, sessionFile);
  const file = quote(fromHere.startsWith('..') ? sessionFile : fromHere);
  return [
    `${command} context ${sessionId}${dir}`,
    `${command} sessions --export ${sessionId}${dir}`,
    `${command} replay ${file} --policy everlong,newest --window ${window * 2}`,
    `${command} chat --model openai-compatible/qwen3 --base-url http://localhost:11434/v1 --window 8000`,
  ];
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
