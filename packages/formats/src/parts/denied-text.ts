/** What a call that was not allowed shows as its result, where nobody gave a reason. */
export const DENIED_TEXT = 'Tool call execution denied.';
