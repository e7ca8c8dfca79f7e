/** How a conversation is a tree. */
interface TreeOptions<Message> {
  idOf(message: Message): unknown;
  parentOf(message: Message): unknown;
  /** The id of the last message of the branch in force. Default: that of the last message. */
  leaf: unknown;
}

/** The messages from the leaf up to the first one; all of them where none says what it follows. */
export function inForceBranch<Message>(
  messages: readonly Message[],
  { idOf, parentOf, leaf }: TreeOptions<Message>,
): Set<Message> {
  const byId = new Map(messages.map((message) => [idOf(message), message]));
  const isTree = messages.some((message) => byId.has(parentOf(message)));
  if (!isTree) return new Set(messages);
  const inForce = new Set<Message>();
  let next = byId.get(leaf) ?? messages.at(-1);
  while (next !== undefined && !inForce.has(next)) {
    inForce.add(next);
    next = byId.get(parentOf(next));
  }
  return inForce;
}
