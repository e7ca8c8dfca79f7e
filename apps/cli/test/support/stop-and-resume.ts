import { expect } from 'vitest';

import type { PageChat, PageOptions } from './page-chat.js';

/**
 * A page stops the first answer and leaves during the second; gives the page that comes back for
 * it. The model answers `answer 0 goes on` and `answer 1 goes on`, in two pieces each.
 *
 * @param newest reads the newest message that the server keeps
 */
export async function stopAndResume(
  page: (options?: PageOptions) => PageChat,
  newest: () => Promise<unknown>,
): Promise<PageChat> {
  const chat = page();
  const asked = chat.sendMessage({ text: 'question 1' });
  await expect.poll(() => chat.shown().at(-1)).toContain('answer 0');
  await chat.stop();
  await asked;
  await expect.poll(newest).toMatchObject({ metadata: { incomplete: 'stopped' } });
  const left = page({ body: { resumable: true } });
  left.messages = structuredClone(chat.messages);
  const asking = left.sendMessage({ text: 'question 2' });
  await expect.poll(() => left.shown().at(-1)).toContain('answer 1');
  await left.stop();
  await asking;
  const back = page();
  back.messages = structuredClone(left.messages.slice(0, -1));
  await back.resumeStream();
  expect(back.shown().at(-1)).toBe('assistant: answer 1 goes on');
  return back;
}
