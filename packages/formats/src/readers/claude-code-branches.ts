import { type Fields, fieldsOf, isFields, textOf } from '../json/json-fields.js';
import type { LogRecord } from '../entries/log-survey.js';
import { isInsertedText } from '../parts/inserted-text.js';
import { contentBlocks } from '../parts/content-parts.js';

/** How a summary begins; versions before the `isCompactSummary` field are known by it alone. */
const SUMMARY_BEGINNING = 'This session is being continued from a previous conversation';

/** A line of the tree that a session log is. */
interface Node {
  uuid: string;
  /** Its place in the file. */
  index: number;
  kind: 'prompt' | 'answer' | 'result' | 'aside';
  /** The API's id of an answer: its lines share it. */
  messageId: string | undefined;
  parent: Node | undefined;
  /** The first line below it, and the next one below the same line: a log may have millions. */
  child: Node | undefined;
  next: Node | undefined;
}

/** The lines with a `uuid` of a conversation, under a root of their session. */
export interface BranchTree {
  /** Takes a line; those of a conversation come in the order of the file. */
  add(record: LogRecord): void;
  /**
   * The `uuid`s of branches that the user left: who rewinds and asks again begins another branch
   * below the same line, and the old one stays in the file. In force is the branch of the last
   * answer. Not every fork is one: calls that run at the same time have their results on branches of
   * their own, and what came later than the branch in force was not replaced by it.
   */
  abandoned(): ReadonlySet<string>;
  /** The places of lines that repeat earlier ones, as a resumed session may. */
  repeated: ReadonlySet<number>;
}

export function createBranchTree(): BranchTree {
  const byId = new Map<string, Node>();
  const roots = new Map<unknown, Node>();
  const repeated = new Set<number>();
  let last: Node | undefined;
  let lastAnswer: Node | undefined;

  /** `undefined`: it continues the line before it, as after a compaction or a gap in the file. */
  function parentOf(line: Fields, { kind, index }: Node): Node | undefined {
    const parent = textOf(line['parentUuid']);
    if (parent !== undefined) return byId.get(parent);
    if (line['parentUuid'] !== null || kind !== 'prompt') return undefined;
    const session = line['sessionId'];
    const known = roots.get(session);
    if (known !== undefined) return known;
    const root: Node = { ...EMPTY, index, parent: last };
    attach(root);
    roots.set(session, root);
    return root;
  }

  return {
    add({ value, index }) {
      const line = fieldsOf(value);
      const uuid = textOf(line['uuid']);
      if (uuid === undefined) return;
      if (byId.has(uuid)) {
        repeated.add(index);
        return;
      }
      const { kind, messageId } = kindOf(line);
      const node: Node = { ...EMPTY, uuid, index, kind, messageId };
      if (messageId === last?.messageId) node.messageId = last?.messageId;
      node.parent = parentOf(line, node) ?? last;
      attach(node);
      byId.set(uuid, node);
      last = node;
      if (kind === 'answer') lastAnswer = node;
    },
    abandoned: () => abandonedBefore(lastAnswer),
    repeated,
  };
}

function attach(node: Node): void {
  if (node.parent === undefined) return;
  node.next = node.parent.child;
  node.parent.child = node;
}

function abandonedBefore(answer: Node | undefined): ReadonlySet<string> {
  const inForce = new Set<Node>();
  const messageIds = new Set<string | undefined>();
  for (let node = answer; node !== undefined && !inForce.has(node); node = node.parent) {
    inForce.add(node);
    messageIds.add(node.messageId);
  }
  const isOther = ({ kind, messageId }: Node): boolean =>
    kind === 'prompt' || (kind === 'answer' && !messageIds.has(messageId));

  const replaced = new Set<Node>();
  for (const node of inForce) {
    for (const sibling of childrenOf(node.parent)) {
      if (sibling.index < node.index && !inForce.has(sibling)) replaced.add(sibling);
    }
  }
  const abandoned = new Set<string>();
  for (const node of replaced) {
    const isOwn = node.kind === 'result' || (node.kind === 'answer' && !isOther(node));
    if (isOwn) for (const child of childrenOf(node)) replaced.add(child);
    const below = isOwn ? [] : withDescendants(node);
    if (below.some(isOther)) for (const { uuid } of below) abandoned.add(uuid);
  }
  return abandoned;
}

function* childrenOf(node: Node | undefined): Generator<Node> {
  for (let child = node?.child; child !== undefined; child = child.next) yield child;
}

function withDescendants(top: Node): Node[] {
  const found = new Set([top]);
  for (const node of found) for (const child of childrenOf(node)) found.add(child);
  return [...found];
}

/** What the first prompt of a session and its replacements have in common. */
const EMPTY: Omit<Node, 'index'> = {
  uuid: '',
  kind: 'aside',
  messageId: undefined,
  parent: undefined,
  child: undefined,
  next: undefined,
};

function kindOf(line: Fields): Pick<Node, 'kind' | 'messageId'> {
  const message = fieldsOf(line['message']);
  const messageId = textOf(message['id']);
  if (line['type'] === 'assistant') return { kind: 'answer', messageId };
  if (line['type'] !== 'user' || !isFields(line['message'])) {
    return { kind: 'aside', messageId: undefined };
  }
  const blocks = contentBlocks(message['content']).map(fieldsOf);
  if (blocks.some(({ type }) => type === 'tool_result')) return { kind: 'result', messageId };
  const texts = blocks.flatMap(({ text }) => textOf(text) ?? []);
  const isAside =
    line['isMeta'] === true ||
    isSummary(line, texts[0] ?? '') ||
    (texts.length === blocks.length && texts.every(isInsertedText));
  return { kind: isAside ? 'aside' : 'prompt', messageId };
}

/** Whether a user message is the summary with which a compacted session continues. */
export function isSummary(line: Fields, text: string): boolean {
  return line['isCompactSummary'] === true || text.startsWith(SUMMARY_BEGINNING);
}
