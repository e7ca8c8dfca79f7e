import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { said, setUpChat, turnsOf } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';

const talk = Array.from({ length: 9 }, (_, turn) => `Colour ${turn} is colour ${turn}.`);

/** A chat with nine turns behind it, and then these lines. */
async function talkAnd(lines: readonly string[], ...flags: string[]) {
  const setUp = await setUpChat([{ text: ['Noted.'] }]);
  writeFileSync(join(setUp.cwd, 'snapshot.md'), '## Key Decisions\n- The door is painted mauve.\n');
  const input = `${[...talk, ...lines].join('\n')}\n`;
  const result = await runCli([...setUp.args, '-i', ...flags], { cwd: setUp.cwd, input });
  return { ...setUp, ...result };
}

test('/summarize --preview shows what would be kept and dropped, and changes nothing', async () => {
  const { stdout, server } = await talkAnd(
    ['/summarize --preview', '/context'],
    '--policy',
    'missy',
  );
  expect(stdout).toMatch(
    /would change the request from [\d,]+ to [\d,]+ tokens: it would grow\. Nothing has changed yet\./,
  );
  expect(stdout).toMatch(/Input \(in tokens at full price\) of the next call: [\d,]+ instead of/);
  expect(stdout).toMatch(/ {2}0-1 +summarized +0 {2}in the snapshot\n {2}2-17 +verbatim/);
  expect(stdout).toContain('Epoch: 0');
  expect(turnsOf(server)).toHaveLength(talk.length);
  expect(server.requests).toHaveLength(talk.length);
});

test('/summarize --from FILE sends what a person wrote, and /undo takes it back', async () => {
  const lines = ['/summarize --from snapshot.md', 'Which door?', '/undo', 'And now?', '/undo'];
  const { stdout, server } = await talkAnd(lines);
  expect(stdout).toMatch(/Compacted to epoch 1: [\d,]+ -> [\d,]+ tokens/);
  expect(stdout).toMatch(/Undone, in epoch 2: [\d,]+ -> [\d,]+ tokens/);
  expect(stdout).toContain('Nothing to undo: there is no compaction to undo');
  const [withSnapshot, without] = turnsOf(server).slice(-2);
  expect(said(withSnapshot!, 'user')[0]).toContain('- The door is painted mauve.');
  expect(said(without!, 'user').slice(0, -2)).toEqual(talk);
});

test('says what is wrong with a snapshot file', async () => {
  const { stderr } = await talkAnd(['/summarize --from', '/summarize --from nowhere.md']);
  expect(stderr).toContain('/summarize --from needs a file with the snapshot.');
  expect(stderr).toContain('Cannot read nowhere.md: there is no such file.');
  expect(stderr).not.toContain('ENOENT');
});

test('summarize --preview shows the same of a stored session', async () => {
  const { cwd } = await talkAnd([], '--policy', 'missy');
  const { stdout, code } = await runCli(['summarize', '--preview'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/A compaction would change the request from [\d,]+ to [\d,]+ tokens/);
  const json = await runCli(['summarize', '--preview', '--json'], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({ compacted: false, action: 'snapshot', epoch: 0 });
  const again = await runCli(['context', '--json'], { cwd });
  expect(JSON.parse(again.stdout)).toMatchObject({ epoch: 0 });
  const wrong = await runCli(['summarize', '--preview', '-m', 'openai/gpt-5'], { cwd });
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--preview calls no model'),
  ]);
});

test('/config in the midst of a chat with policy cowagent restores nothing', async () => {
  const { server } = await talkAnd(['/config max_steps 10', 'And now?'], '--policy', 'cowagent');
  expect(said(turnsOf(server).at(-1)!, 'user')).toEqual([...talk, 'And now?']);
});

// promise: context-33
test('/summarize compacts a tiny chat too, and says that its request grew', async () => {
  const { stdout, cwd } = await talkAnd(
    ['/summarize --preview', '/summarize'],
    '--policy',
    'supyagent',
  );
  expect(stdout).toMatch(/from [\d,]+ to [\d,]+ tokens: it would grow\./);
  expect(stdout).toMatch(/Compacted to epoch 1: the request grew from [\d,]+ to [\d,]+ tokens/);
  const { stdout: context } = await runCli(['context', '--json'], { cwd });
  expect(JSON.parse(context)).toMatchObject({ epoch: 1 });
});

test('a misspelt option of /summarize compacts nothing', async () => {
  const { stderr, stdout } = await talkAnd(['/summarize --previw', '/context']);
  expect(stderr).toContain('/summarize has no option --previw. There are --preview and --from');
  expect(stdout).not.toContain('Compacted');
});

test('/summarize --preview takes no other option', async () => {
  const { stderr, stdout } = await talkAnd(['/summarize --preview --from snapshot.md']);
  expect(stderr).toContain('/summarize --preview takes instructions only, not --from snapshot.md.');
  expect(stdout).not.toContain('Nothing has changed yet.');
});
