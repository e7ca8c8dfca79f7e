import { type Fields, fieldsOf, isFields, textOf } from '../json/json-fields.js';
import type { JsonRecord } from '../json/json-records.js';
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
  children: Node[];
}

/**
 * The `uuid`s of branches that the user left: who rewinds and asks again begins another branch below
 * the same line, and the old one stays in the file. In force is the branch of the last answer. Not
 * every fork is one: calls that run at the same time have their results on branches of their own,
 * and what came later than the branch in force was not replaced by it.
 */
export function abandonedBranches(records: readonly JsonRecord[]): ReadonlySet<string> {
  const nodes = readTree(records);
  const inForce = new Set<Node>();
  let last = nodes.findLast(({ kind }) => kind === 'answer');
  for (; last !== undefined && !inForce.has(last); last = last.parent) inForce.add(last);
  const messageIds = new Set([...inForce].map(({ messageId }) => messageId));
  const isOther = ({ kind, messageId }: Node): boolean =>
    kind === 'prompt' || (kind === 'answer' && !messageIds.has(messageId));

  const replaced = new Set([...inForce].flatMap((node) => siblingsBefore(node, inForce)));
  const abandoned = new Set<string>();
  for (const node of replaced) {
    const isOwn = node.kind === 'result' || (node.kind === 'answer' && !isOther(node));
    if (isOwn) for (const child of node.children) replaced.add(child);
    const below = isOwn ? [] : withDescendants(node);
    if (below.some(isOther)) for (const { uuid } of below) abandoned.add(uuid);
  }
  return abandoned;
}

function siblingsBefore(node: Node, inForce: ReadonlySet<Node>): Node[] {
  const siblings = node.parent?.children ?? [];
  return siblings.filter((each) => each.index < node.index && !inForce.has(each));
}

function withDescendants(top: Node): Node[] {
  const found = new Set([top]);
  for (const node of found) for (const child of node.children) found.add(child);
  return [...found];
}

/** The lines with a `uuid` in the order of the file, under a root of their session. */
function readTree(records: readonly JsonRecord[]): Node[] {
  const byId = new Map<string, Node>();
  const roots = new Map<unknown, Node>();
  const nodes: Node[] = [];
  for (const [index, { value }] of records.entries()) {
    const line = fieldsOf(value);
    const uuid = textOf(line['uuid']);
    // A resumed session may repeat lines of the one that it continues.
    if (uuid === undefined || byId.has(uuid)) continue;
    const node: Node = { uuid, index, ...kindOf(line), parent: undefined, children: [] };
    node.parent = parentOf(line, node) ?? nodes.at(-1);
    node.parent?.children.push(node);
    byId.set(uuid, node);
    nodes.push(node);
  }
  return nodes;

  /** `undefined`: it continues the line before it, as after a compaction or a gap in the file. */
  function parentOf(line: Fields, { kind, index }: Node): Node | undefined {
    const parent = textOf(line['parentUuid']);
    if (parent !== undefined) return byId.get(parent);
    if (line['parentUuid'] !== null || kind !== 'prompt') return undefined;
    const session = line['sessionId'];
    const known = roots.get(session);
    if (known !== undefined) return known;
    const root: Node = { ...EMPTY, index, parent: nodes.at(-1), children: [] };
    root.parent?.children.push(root);
    roots.set(session, root);
    return root;
  }
}

/** What the first prompt of a session and its replacements have in common. */
const EMPTY = { uuid: '', kind: 'aside', messageId: undefined } as const;

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
