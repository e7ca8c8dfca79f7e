import { existsSync } from 'node:fs';

import { ConfigError } from '@everlong/core';
import { expect, it } from 'vitest';

import { createMemory } from './create-memory.js';

const here = { path: ':memory:' };

it.for([
  ['neither a path nor an index', {}, /either `path` or `index`/],
  ['an unknown option', { path: ':memory:', paths: 'x' }, /no option "paths"/],
  [
    'an unknown profile',
    { path: ':memory:', profile: 'chatty' },
    /profile of createMemory is "chatty"\. Give "dialogue" or "chat"/,
  ],
  ['half an index', { index: { scope() {} } }, /index of .* must be an object with scope, apply/],
  ['a tokenizer that counts nothing', { ...here, tokenizer: 'o200k' }, /tokenizer .* not "o200k"/],
  ['a promise of a tokenizer', { ...here, tokenizer: Promise.resolve() }, /a promise: await it/],
  [
    'a listener that is none',
    { ...here, onModelError: 'log' },
    /onModelError .* is "log"\. Give a function/,
  ],
  [
    'a threshold below 1',
    { ...here, extractionThreshold: 0 },
    /extractionThreshold of createMemory must be .* 0/,
  ],
  ['notes in a number', { ...here, notesDirectory: 5 }, /notesDirectory .* must name a folder/],
  ['notes nowhere', { ...here, notesDirectory: ' ' }, /notesDirectory .* must name a folder/],
  ['no threshold', { ...here, extractionThreshold: Number.NaN }, /extractionThreshold .* not NaN/],
  ['something that is not a model', { ...here, model: {} }, /model .* with doGenerate, not \{\}/],
  ['a model without a name', { ...here, model: '' }, /model .* with doGenerate, not ""/],
  ['embeddings by nothing', { ...here, embeddingModel: {} }, /embeddingModel .* with doEmbed/],
  ['a language that is none', { ...here, language: 5 }, /language of createMemory is 5/],
  ['an unknown language', { ...here, language: 'elvish' }, /Give "english" or "german"/],
  ['a path that is a folder', { path: '/' }, /Cannot open the memory/],
] as const)('refuses %s', async ([, options, message]) => {
  const error: unknown = await createMemory(options as never).catch((thrown: unknown) => thrown);
  expect(ConfigError.isInstance(error)).toBe(true);
  expect(String(error)).toMatch(message);
});

it('refuses odd scopes, facts and times, and everything after it was closed', async () => {
  const memory = await createMemory({ path: ':memory:' });
  const fact = { subject: 'user', predicate: 'lives in', object: 'Leipzig' };
  await expect(memory.recall(' ', 'x')).rejects.toThrow(/The scope is " "/);
  await expect(memory.write('agent', { ...fact, object: '' })).rejects.toThrow(
    /^object of a fact is ""/,
  );
  await expect(memory.write('agent', { ...fact, validFrom: 'soon' })).rejects.toThrow(
    /Give a time as I/,
  );
  const ended = { ...fact, validFrom: '2026-05-01', validTo: '2026-01-01' };
  await expect(memory.write('agent', ended)).rejects.toThrow(
    /validTo of a fact is "2026-01-01.*" and its validFrom "2026-05-01/,
  );
  await expect(memory.list('agent', { validAt: 'never' })).rejects.toThrow(/Give a time as I/);
  await memory.close();
  await memory.close();
  await expect(memory.recall('agent', 'x')).rejects.toThrow(/is closed/);
});

it.runIf(existsSync('/proc'))('names a folder that cannot be made', async () => {
  const create = createMemory({ path: '/proc/nope/memory.db' });
  await expect(create).rejects.toSatisfy(ConfigError.isInstance);
  await expect(create).rejects.toThrow('/proc/nope/memory.db');
  const memory = await createMemory({ ...here, notesDirectory: '/proc/nope' });
  const note = { sessionId: 's', fromSeq: 0, throughSeq: 1, date: '2026-01-01', text: 'A note.' };
  const keep = memory.note('agent', note);
  await expect(keep).rejects.toSatisfy(ConfigError.isInstance);
  await expect(keep).rejects.toThrow('/proc/nope/agent/2026-01-01.md');
  await memory.close();
});
