import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { corpus, hasCorpus } from '@everlong/testing/corpus';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Listed {
  id: string;
  metadata: { imported: { parent?: string } };
}

const hasParent = ({ metadata }: Listed): boolean => metadata.imported.parent !== undefined;

/** What is in force of the only main session: messages with their times and usage. */
async function inForce(cwd: string): Promise<unknown[]> {
  const listed = await runCli(['sessions', '--json'], { cwd });
  const sessions = JSON.parse(listed.stdout) as Listed[];
  const [main] = sessions.toSorted(
    (left, right) => Number(hasParent(left)) - Number(hasParent(right)),
  );
  const { stdout } = await runCli(['sessions', '--export', main?.id ?? '', '--json'], { cwd });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ withdrawn }) => withdrawn === undefined)
    .map(({ message, createdAt, usage }) => ({ message, createdAt, usage }));
}

describe.skipIf(!hasCorpus)('a recording that grows (EVERLONG_CORPUS names the folder)', () => {
  const files = ['claude-code', 'codex', 'pi'].flatMap((tool) =>
    hasCorpus
      ? readdirSync(join(corpus, 'raw', tool)).map((name) => join(corpus, 'raw', tool, name))
      : [],
  );
  test.each(files)('%s, imported again and again, becomes what it is at once', async (path) => {
    const bytes = readFileSync(path);
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    const lines = text.trimEnd().split('\n');
    const [grown, whole] = [temporaryFolder(), temporaryFolder()];
    const file = join(grown, 'log.jsonl');
    writeFileSync(file, '');
    const steps = 7;
    for (let step = 0; step < steps; step++) {
      const [from, to] = [step, step + 1].map((each) => Math.floor((each * lines.length) / steps));
      appendFileSync(
        file,
        lines
          .slice(from, to)
          .map((line) => `${line}\n`)
          .join(''),
      );
      await runCli(['import', file], { cwd: grown });
    }
    writeFileSync(join(whole, 'log.jsonl'), `${lines.join('\n')}\n`);
    await runCli(['import', 'log.jsonl'], { cwd: whole });
    expect(await inForce(grown)).toEqual(await inForce(whole));
    // A part of it takes the rest back, which comes back with the whole.
    writeFileSync(file, `${lines.slice(0, lines.length / 2).join('\n')}\n`);
    await runCli(['import', file], { cwd: grown });
    writeFileSync(file, `${lines.join('\n')}\n`);
    await runCli(['import', file], { cwd: grown });
    expect(await inForce(grown)).toEqual(await inForce(whole));
  });
});
