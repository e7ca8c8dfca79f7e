/** The agent of chats that name none. */
export const usualAgent = 'assistant';
