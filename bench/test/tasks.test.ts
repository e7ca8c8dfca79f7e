import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { sampled } from '@everlong/testing';
import type { ModelTokenizer } from '@everlong/tokenizer';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { LATEST_ONLY } from '../tasks/conversation.ts';
import { createTask } from '../tasks/create-task.ts';
import { allFamilies, families } from '../tasks/families.ts';
import { languageFamilies, languages, pageFamilies } from '../tasks/languages/families.ts';
import { judgeTask } from '../tasks/judge-task.ts';
import { lookUp } from '../tasks/look-up.ts';
import { type Play, type PlayOptions, playTask } from '../tasks/play-task.ts';
import { createRandom } from '../tasks/random.ts';
import { scorePlays, solvedTable, tasksReport } from '../tasks/report.ts';
import type { Block, RequestView } from '../tasks/request-view.ts';
import {
  newestStatement,
  sentencesOf,
  withoutDenied,
  withoutMarkers,
} from '../tasks/statements.ts';
import { runTool, type World } from '../tasks/world.ts';
import { createMarkerRenamer } from './rename-markers.ts';

const tokenizer: ModelTokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });
/** Short conversations, so that the tests are quick. */
const SCALE = 0.12;
/** Another policy, for the families that are played quickly. */
const OTHER_POLICIES = ['supyagent', 'missy', 'cowagent', 'supyagent-sdk'];
const policiesOf = (name: string): string[] => {
  const other = OTHER_POLICIES[families.findIndex((family) => family.name === name) - 3];
  return other === undefined ? ['everlong'] : ['everlong', other];
};

function play(familyName: string, seed: number, options: Partial<PlayOptions>) {
  const family = allFamilies.find(({ name }) => name === familyName)!;
  return playTask(createTask(family, seed, { scale: SCALE }), {
    policy: 'newest',
    window: 4000,
    canSearch: true,
    model: 'claude-sonnet-4-5',
    tokenizer,
    ...options,
  });
}

describe('seeded tasks', () => {
  it('are the same for the same seed and others for another', () => {
    const family = families[0]!;
    const texts = (seed: number): string[] =>
      createTask(family, seed).turns.map(({ text }) => text);
    expect(texts(7)).toEqual(texts(7));
    expect(texts(7)).not.toEqual(texts(8));
    const random = createRandom(1);
    const numbers = Array.from({ length: 500 }, () => random.int(1, 3));
    expect([...new Set(numbers)].toSorted((left, right) => left - right)).toEqual([1, 2, 3]);
  });

  it('come in fourteen families, the last ten for reporting alone', () => {
    const reporting = families.map(({ isReportOnly }) => isReportOnly);
    expect(reporting).toEqual([...Array(4).fill(false), ...Array(10).fill(true)]);
  });

  it('are long and valid without a scale', async () => {
    const verdict = await judgeTask(families[3]!, 1, { model: 'claude-sonnet-4-5', tokenizer });
    expect(verdict.rejected).toBeUndefined();
    expect(verdict.tokens).toBeGreaterThan(36_000);
  });

  it.each(sampled([...families, ...languageFamilies, ...pageFamilies], 8).map(({ name }) => name))(
    '%s: solved by who sees everything, not by who sees the latest message alone',
    async (name) => {
      const full = await play(name, 1, { policy: 'full' });
      expect(full.isSolved).toBe(true);
      expect(full.usd).toBeGreaterThan(0);
      const latest = await play(name, 1, { policy: LATEST_ONLY, canSearch: false });
      expect(latest.isSolved).toBe(false);
      expect(Object.keys(latest.wrong)).not.toEqual([]);
    },
  );

  it.each(sampled(families, 3).map(({ name }) => name))(
    '%s: the agent reads no heading, marker or tag of a policy',
    async (name) => {
      const renamer = createMarkerRenamer();
      for (const policy of policiesOf(name)) {
        const options = { policy, maxCalls: 100 };
        const plain = await play(name, 2, options);
        const other = await play(name, 2, { ...options, rewrite: renamer.rewrite });
        const { isSolved, wrong, calls, searches } = plain;
        expect(other).toMatchObject({ isSolved, wrong, calls, searches });
      }
      expect(renamer.renamed.size).toBeGreaterThan(0);
    },
  );

  it('are not solved beyond the limit of calls', async () => {
    const short = await play(families[0]!.name, 1, { policy: 'full', maxCalls: 20 });
    expect(short).toMatchObject({ isSolved: false, calls: 20, wrong: { 'out of calls': 1 } });
  });
});

describe('tasks in five languages', () => {
  it('are those that were frozen', () => {
    const read = (path: string): string =>
      readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
    const documented = read('README.md');
    for (const names of ['words skill told acts pages', 'en de es zh ja']) {
      const files = names.split(' ').map((name) => read(`tasks/languages/${name}.ts`));
      const hash = createHash('sha256').update(files.join('')).digest('hex');
      expect(documented).toContain(`- \`${names}\`: \`${hash}\``);
    }
  });

  it.each(languages.slice(1))('differ in $language from English in words alone', ({ language }) => {
    const spoken = [...languageFamilies, ...pageFamilies];
    for (const family of spoken.filter(({ words }) => words?.language === 'en')) {
      const other = spoken.find(({ kind, words }) => {
        return kind === family.kind && words?.language === language;
      })!;
      const [first, second] = [family, other].map((one) => createTask(one, 3, { scale: SCALE }));
      expect(second?.world.files).toEqual(first?.world.files);
      expect(second?.world.runs).toEqual(first?.world.runs);
      const codes = (task = first): unknown[] => {
        return task!.turns.map(({ text }) =>
          text.match(/[\w/]+[-/=][\w/-]+(?:\.\w+)*|\d+/g)?.toSorted(),
        );
      };
      expect(codes(second)).toEqual(codes(first));
      expect(second?.turns.map(({ text }) => text)).not.toEqual(
        first?.turns.map((one) => one.text),
      );
    }
  });
});

describe('the tree', () => {
  const world = (): World => ({
    files: new Map([['a.txt', 'one\n']]),
    sent: [],
    ran: [],
    runs: new Map(),
  });

  it('refuses an edit whose old_string is not there and keeps the file', () => {
    const tree = world();
    const edit = { path: 'a.txt', old_string: 'two', new_string: 'three' };
    expect(runTool(tree, 'edit_file', edit)).toMatchObject({ wrong: 'failed edit' });
    expect(tree.files.get('a.txt')).toBe('one\n');
    runTool(tree, 'edit_file', { ...edit, old_string: 'one' });
    expect(tree.files.get('a.txt')).toBe('three\n');
  });

  it('appends, finds and reads', () => {
    const tree = world();
    runTool(tree, 'append_line', { path: 'a.txt', line: 'two' });
    expect(runTool(tree, 'read_file', { path: 'a.txt' }).text).toBe('one\ntwo\n');
    expect(runTool(tree, 'find_text', { folder: 'a', text: 'two' }).text).toBe('a.txt');
    expect(runTool(tree, 'find_text', { folder: 'b', text: 'two' }).text).toBe('Nothing found.');
  });
});

describe('reading', () => {
  const said = (text: string, speaker: Block['speaker'] = 'user'): Block => ({ speaker, text });
  const portIn = (sentence: string): string | undefined => {
    return /\bport (\d+)/.exec(withoutDenied(sentence))?.[1];
  };

  it('leaves out markers and keeps numbered items whole', () => {
    expect(withoutMarkers('## Head\nuse <b>port 1</b> [cut] #12').replace(/\s+/g, ' ').trim()).toBe(
      'use port 1',
    );
    expect(sentencesOf(said('1. Do a. 2. Do b.\nThen rest.'))).toEqual([
      '1. Do a.',
      '2. Do b.',
      'Then rest.',
    ]);
  });

  it('takes the newest statement, not what tools print, and not what is taken back', () => {
    const blocks = [
      said('Use port 1.'),
      said('It is port 3, not port 1.'),
      said('port 9', 'result'),
    ];
    expect(newestStatement(blocks, portIn)).toBe('3');
    const found: Block = { speaker: 'result', tool: 'history_search', text: 'entry 1: port 7' };
    expect(newestStatement([...blocks, found], portIn)).toBe('3');
    expect(newestStatement([found], portIn)).toBe('7');
  });

  it('searches first, then opens what was cut off, then gives up', () => {
    const view = (steps: Block[], canSearch = true): RequestView => {
      return { blocks: steps, request: '', steps, canSearch };
    };
    const calls: Block[] = [];
    const answers = ['entry 4: …use the…', 'entry 4 (user):\nUse the thing.'];
    for (const text of answers) {
      const { action } = lookUp(view(calls), ['port'], portIn);
      if (action?.kind !== 'call') throw new Error('No call.');
      const { tool, input } = action;
      calls.push({ speaker: 'call', text: '', tool, callId: text, input });
      calls.push({ speaker: 'result', text, tool, callId: text });
    }
    expect(calls.map(({ tool }) => tool)).toEqual([
      'history_search',
      'history_search',
      'history_expand',
      'history_expand',
    ]);
    expect(lookUp(view(calls), ['port'], portIn)).toEqual({});
    expect(lookUp(view([], false), ['port'], portIn)).toEqual({});
  });
});

describe('the report', () => {
  it('sums by family and over all', async () => {
    const one = await play('value needed 200 turns later', 1, { policy: 'full' });
    const row = { seed: 1, policy: 'full', window: 4000, canSearch: true, build: 'build' };
    const scores = scorePlays([
      { ...row, family: 'a', play: one },
      { ...row, family: 'b', play: { ...one, isSolved: false, wrong: { missed: 2 } } },
    ]);
    expect(scores.map(({ family, tasks, solved }) => [family, tasks, solved])).toEqual([
      ['a', 1, 1],
      ['b', 1, 0],
      ['all', 2, 1],
    ]);
    expect(scores.at(-1)?.wrong).toEqual({ missed: 2 });
    // Drawn twice the same family: none or all; the interval is as wide as can be.
    expect(solvedTable(scores).join('\n')).toContain('| `full` | 2 | 100 % | 0 % | 50 % (0–100) |');
  });

  it('says what was played by which build, what was rejected, and who solves most first', () => {
    const solved = {
      isSolved: true,
      wrong: {},
      calls: 2,
      searches: 0,
      readAgain: 0,
      usd: 1,
    } as Play;
    const setting = { family: 'a', seed: 7, window: 4000, canSearch: false };
    const verdict = { maxCalls: 9, tokens: 40_000, full: solved };
    const rows = [
      { ...setting, policy: 'newest', build: 'build 1', play: { ...solved, isSolved: false } },
      { ...setting, policy: 'full', build: 'build 2', play: solved },
    ];
    const none = { ...verdict, tokens: 50_000, rejected: 'too long or too short' as const };
    const report = tasksReport([
      { family: 'a', seed: 7, verdict, rows },
      { family: 'b', seed: 7, verdict: none, rows: [] },
    ]);
    expect(report.slice(0, 4)).toEqual([
      '2 tasks from seed 7 of 40,000 to 50,000 tokens, 1 of them rejected.',
      'Played by the build 1: `newest`.',
      'Played by the build 2: `full`.',
      'Rejected of b: 1 of 1 (too long or too short).',
    ]);
    expect(report.filter((line) => line.startsWith('| `'))).toEqual([
      '| `full` | 1 | 100 % | 100 % | 2.0 | 0.0 | 0.0 | $1.000 |',
      '| `newest` | 1 | 0 % | 0 % | 2.0 | 0.0 | 0.0 | $1.000 |',
    ]);
  });
});
