type Fields = Record<string, unknown>;

/** A message of Anthropic's API as the server-sent events that bring it. */
export function anthropicEvents(message: Fields): string {
  const { content, stop_reason: stop, stop_sequence: sequence, usage, ...base } = message;
  const events: Fields[] = [
    { type: 'message_start', message: { ...base, content: [], stop_reason: null, usage } },
    ...(content as Fields[]).flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: { ...block, ...emptied(block) } },
      ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: sequence }, usage },
    { type: 'message_stop' },
  ];
  return events
    .map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

/** What comes in deltas. */
function emptied({ type }: Fields): Fields {
  if (type === 'text') return { text: '' };
  if (type === 'thinking') return { thinking: '', signature: '' };
  return type === 'tool_use' ? { input: {} } : {};
}

function deltasOf({ type, text, thinking, signature, input }: Fields): Fields[] {
  if (type === 'text') return [{ type: 'text_delta', text }];
  if (type === 'thinking') {
    return [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature },
    ];
  }
  if (type !== 'tool_use') return [];
  return [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }];
}
