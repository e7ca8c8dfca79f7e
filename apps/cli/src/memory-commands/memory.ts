import type { MemoryFact } from '@everlong/core';
import { type Command, InvalidArgumentError } from 'commander';
import { exitCodes, usageError } from '../errors/exit-code.js';
import { entityLines, factLine, graphLines, hitLine } from '../output/memory-lines.js';
import type { CommandContext } from '../command-line/command-context.js';
import { addForget } from './memory-forget.js';
import {
  addMemoryOptions,
  type MemoryFlags,
  noteNewAgent,
  withExistingMemory,
  withMemory,
} from './memory-options.js';
import { addRebuild, addSync } from './memory-sync.js';
import { addExport, addImport } from './memory-transfer.js';
import { wholeNumber } from '../command-line/number-option.js';

export function addMemoryCommand(program: Command, context: CommandContext): void {
  const memory = program
    .command('memory')
    .summary('show and change what agents remember across sessions')
    .configureHelp({ subcommandTerm: (inner) => inner.name() })
    .description(
      'Shows and changes what an agent remembers across its sessions. An agent remembers when its ' +
        'file has `memory: { enabled: true }`, or with everlong config set memory.enabled true.',
    )
    .addHelpText(
      'after',
      `
Examples:
  everlong memory search "port of the server"
  everlong memory recall heron --agent coder
  everlong memory write heron port 4711
  everlong memory forget --entity heron --yes
  everlong memory import memory.jsonl`,
    );
  addSearch(memory, context);
  addRecall(memory, context);
  addWrite(memory, context);
  addList(memory, context);
  addGraph(memory, context);
  addForget(memory, context);
  addExport(memory, context);
  addImport(memory, context);
  addSync(memory, context);
  addRebuild(memory, context);
}

interface SearchFlags extends MemoryFlags {
  limit: number;
}

function addSearch(parent: Command, context: CommandContext): void {
  const command = parent
    .command('search')
    .description('Finds messages, facts and notes, best first. Exits with 3 if nothing is found.')
    .argument('<text...>', 'what to look for')
    .option('--limit <count>', 'the most results', wholeNumber(1), 10);
  addMemoryOptions(command).action((words: string[], flags: SearchFlags) =>
    noteUnlessFound(context, words.join(' '), async () => {
      const hits = await withExistingMemory(
        flags,
        context,
        async (memory, scope) =>
          (await memory.recall(scope, words.join(' '), { limit: flags.limit })).hits,
      );
      if (flags.json === true) context.terminal.json(hits ?? []);
      else for (const hit of hits ?? []) context.terminal.print(hitLine(hit));
      return hits !== undefined && hits.length > 0;
    }),
  );
}

function addRecall(parent: Command, context: CommandContext): void {
  const command = parent
    .command('recall')
    .description('Shows everything about a person, a project or another thing.')
    .argument('<name...>', 'its name')
    .option('--further', 'also what is known of the others that its facts name');
  addMemoryOptions(command).action((words: string[], flags: RecallFlags) =>
    noteUnlessFound(context, words.join(' '), async () => {
      const entity = await withExistingMemory(flags, context, (memory, scope) =>
        memory.entity(scope, words.join(' '), { steps: flags.further === true ? 2 : 1 }),
      );
      if (entity === undefined) return false;
      if (flags.json === true) context.terminal.json(entity);
      else for (const line of entityLines(entity)) context.terminal.print(line);
      return true;
    }),
  );
}

interface RecallFlags extends MemoryFlags {
  further?: boolean;
}

interface WriteFlags extends MemoryFlags {
  since?: string;
  one?: boolean;
}

function addWrite(parent: Command, context: CommandContext): void {
  const command = parent
    .command('write')
    .description('Stores a fact, such as: heron port 4711.')
    .argument('<subject>', 'what it is about')
    .argument('<predicate>', 'such as port, or "lives in"')
    .argument('<object...>', 'the value')
    .option('--since <date>', 'when it became true (now)', isoDate)
    .option('--one', 'replace the older value');
  addMemoryOptions(command).action(
    async (subject: string, predicate: string, words: string[], flags: WriteFlags) => {
      await noteNewAgent(flags, context);
      await withMemory(flags, context, async (memory, scope) => {
        const fact = await memory.write(scope, {
          subject,
          predicate,
          object: words.join(' '),
          ...(flags.since === undefined ? {} : { validFrom: flags.since }),
          ...(flags.one === true ? { cardinality: 'one' } : {}),
        });
        show(context, flags, [fact]);
      });
    },
  );
}

/** Reads a day or a time in ISO 8601 from the command line. */
function isoDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d(?:T|$)/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('Give a day or a time as in 2026-05-01.');
}

interface ListFlags extends MemoryFlags {
  subject?: string;
  past?: boolean;
}

function addList(parent: Command, context: CommandContext): void {
  const command = parent
    .command('list')
    .description('Lists facts, with their numbers.')
    .option('--subject <name>', 'only facts about this')
    .option('--past', 'also facts that are no longer true');
  addMemoryOptions(command).action(async (flags: ListFlags) => {
    const facts = await listFacts(flags, context);
    show(context, flags, facts);
    if (facts.length === 0 && flags.json !== true) context.terminal.note('No facts.');
  });
}

function addGraph(parent: Command, context: CommandContext): void {
  const command = parent
    .command('graph')
    .description('Prints facts as a Mermaid graph, or with --json as nodes and edges.')
    .option('--subject <name>', 'only facts about this')
    .option('--past', 'also facts that are no longer true');
  addMemoryOptions(command).action(async (flags: ListFlags) => {
    const facts = await listFacts(flags, context);
    if (flags.json === true) {
      const names = new Set(facts.flatMap(({ subject, object }) => [subject, object]));
      const edges = facts.map(({ subject, predicate, object, validFrom }) => {
        return { from: subject, to: object, label: predicate, since: validFrom };
      });
      context.terminal.json({ nodes: [...names], edges });
      return;
    }
    for (const line of graphLines(facts)) context.terminal.print(line);
  });
}

async function listFacts(flags: ListFlags, context: CommandContext): Promise<MemoryFact[]> {
  const { subject, past = false } = flags;
  const facts = await withExistingMemory(flags, context, (memory, scope) =>
    memory.list(scope, { past, ...(subject === undefined ? {} : { subject }) }),
  );
  return facts ?? [];
}

function show(
  { terminal }: CommandContext,
  { json }: MemoryFlags,
  facts: readonly MemoryFact[],
): void {
  if (json === true) terminal.json(facts);
  else for (const fact of facts) terminal.print(factLine(fact));
}

/** Prints a note and sets the exit code if nothing was found. */
async function noteUnlessFound(
  context: CommandContext,
  text: string,
  look: () => Promise<boolean>,
): Promise<void> {
  if (text.trim() === '') throw usageError('The text to look for is empty.');
  if (await look()) return;
  context.terminal.note(`Memory has nothing on ${JSON.stringify(text)}.`);
  context.exitCode = exitCodes.notFound;
}
