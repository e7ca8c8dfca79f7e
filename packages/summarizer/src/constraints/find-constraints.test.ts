import { anyCharacter, growthOf, makeEntries } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { constraintsOf } from './find-constraints.js';
import { updateRequests } from '../statements/request-statuses.js';

function found(text: string): string[] {
  return makeEntries([['user', text]]).flatMap(constraintsOf);
}

describe('constraintsOf', () => {
  it.each([
    'You must keep the public interface.',
    "Please don't touch the tests",
    'It should not print anything.',
    'Use only the standard library.',
    'no deprecation aliases!',
    'ok, and no new dependencies please',
    'stop committing everything',
    'I’d rather have one file than three.',
    'Use pnpm instead of npm.',
    'I want to use my gift card first, then the credit card.',
    'Could you please keep the names as they are?',
    'When you edit a migration, run the tests before you answer.',
    'the button should look like the others',
    'Respond in at most 5 lines.',
    'Ändere die Datei nicht ohne zu fragen.',
    'Bitte immer auf Deutsch antworten.',
    'Ne modifie jamais ce fichier.',
    'Il faut garder la même interface.',
    'No toques los tests.',
    'Siempre responde en español.',
    'Никогда не удаляй тесты.',
    'Используй только стандартную библиотеку.',
    '不要修改测试文件。',
    '必须使用中文回答。',
    'テストは変更しないでください。',
    '必ず日本語で答えてください。',
    '테스트 파일은 절대 수정하지 마세요.',
  ])('takes %j', (sentence) => {
    expect(found(`Hello.\n${sentence}\nThat is all.`)).toEqual([sentence]);
  });

  it.each([
    'Look at this file, please.',
    "I don't know what it does.",
    'It never worked.',
    'Is it only the parser?',
    'What should I do about it',
    'no, that is something else',
    'No such file or directory',
    'I must have left it somewhere.',
    'Add a button to the page.',
    'We are not sure whether it should stay.',
    'Ich weiß es nicht.',
    'Je ne sais pas.',
    '这个程序有区别吗？',
  ])('takes nothing from %j', (sentence) => {
    expect(found(sentence)).toEqual([]);
  });

  it.each([
    ['fenced code', '```\n# never call this\nmust be(code)\n```'],
    ['quoted lines', 'He wrote:\n> you must not do that\nWhat do you think?'],
    ['comments', 'Fix this:\n\n    # Should contain the id\n    assert "id" in text\n'],
    ['a listing of code', 'x = 1\n# always use x\ny = f(x)\nz = g(y);\n'],
    ['a stack trace', 'Error: value must be a string\n    at parse (/a/b.js:1:2)\n'],
    ['a log', '2026-01-01T00:00:00Z you should never see this\nERROR: disk must not be full'],
    [
      'output in tags',
      '<returncode>0</returncode>\n<output>\nyou must only run it as root\n</output>',
    ],
    [
      'a long listing',
      `${'seen\n'.repeat(9)}${'you must only see the flag\n'.repeat(30)}${'seen\n'.repeat(9)}`,
    ],
    ['a diff', 'diff --git a/x b/x\n@@ -1 +1 @@\n+  this must always be true\n'],
  ])('takes nothing from %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it('takes the items of lists that are headed as rules', () => {
    expect(found('## Constraints\n\n- Small patches\n- One commit a change\n\nThanks.')).toEqual([
      'Small patches',
      'One commit a change',
    ]);
    expect(found('Your answer must hold:\n1. a summary of it\n2. the changed files')).toEqual([
      'Your answer must hold:',
      'a summary of it',
      'the changed files',
    ]);
    expect(found('What I saw:\n- a red button\n- a blue one')).toEqual([]);
  });

  it('reads quoted lines where all is quoted', () => {
    expect(found('> Never guess a path.')).toEqual(['Never guess a path.']);
  });

  it('gives sentences exactly as they stand there, for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom('never do it', 'must\u00A0not', '不要', '\n', '. ', '- ', '> ', '```\n', ':'),
      fc.string({ unit: anyCharacter }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        for (const constraint of found(text)) expect(text).toContain(constraint);
      }),
      { numRuns: 40 },
    );
  });

  it.each<[name: string, textOf: (size: number) => string]>([
    ['a word', (size) => `${'a'.repeat(size)};`],
    ['an assignment', (size) => `${'a'.repeat(size / 2)} = ${'a'.repeat(size / 2)}`],
    ['questions', (size) => '?"'.repeat(size / 2)],
    ['spaces', (size) => `;${' '.repeat(size)}x`],
  ])('does linear work on requests of %s', (_name, textOf) => {
    const growth = growthOf(400_000, (size) => {
      const text = textOf(size);
      updateRequests(
        [],
        makeEntries([
          ['user', text],
          ['assistant', text],
          ['user', 'Ok?'],
        ]),
      );
      found(text);
    });
    expect(growth).toBeLessThan(3);
  });

  it.each(['must be: ', 'never ', 'a,', '- '])('does linear work on a run of %j', (unit) => {
    expect(growthOf(400_000, (size) => found(unit.repeat(size / unit.length)))).toBeLessThan(3);
  });

  it('leaves out sentences that only point to what was said beside them', () => {
    expect(found('The limit is 40 rows. Please keep that in mind.')).toEqual([]);
    expect(found('Never push. Remember this, please! Ok, note that down.')).toEqual([
      'Never push.',
    ]);
    expect(found('Keep that in the same file.')).toEqual(['Keep that in the same file.']);
  });
});
