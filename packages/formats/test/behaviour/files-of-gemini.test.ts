import { expect, it } from 'vitest';

import { write as writeAnthropic } from '../../src/anthropic/index.js';
import { read, write as writeGemini } from '../../src/gemini/index.js';
import { write as writeChat } from '../../src/openai-chat/index.js';
import { write as writeResponses } from '../../src/openai-responses/index.js';

const STORED = 'https://generativelanguage.googleapis.com/v1beta/files/abc-1';
const contents = [
  {
    role: 'user',
    parts: [
      { text: 'Compare them.' },
      { fileData: { fileUri: STORED, mimeType: 'application/pdf' } },
      { fileData: { fileUri: `${STORED}2`, mimeType: 'image/png' } },
    ],
  },
];

it.each([
  ['anthropic', writeAnthropic],
  ['openai-chat', writeChat],
  ['openai-responses', writeResponses],
])('files that only Gemini can read are named to %s', (_name, write) => {
  const lost: string[] = [];
  const body = write(read(contents), { onLoss: ({ kind }) => void lost.push(kind) });
  const text = JSON.stringify(body);
  expect(text).toContain(`[file: ${STORED}]`);
  expect(text).toContain(`[image: ${STORED}2]`);
  expect(text.match(/"(?:url|file_url|image_url)"/g)).toBeNull();
  expect(lost).toEqual(['file', 'file']);
});

it('files that Gemini keeps come back as they were', () => {
  expect(writeGemini(read(contents))).toEqual(contents);
});
