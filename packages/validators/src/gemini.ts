import type { geminiRules } from './gemini-rules.js';
import { isBase64 } from './is-base64.js';
import type { Fields, Report as RuleReport } from './request-body.js';
import * as shape from './request-body.js';
import type { Violation } from './violation.js';

type Report = RuleReport<keyof typeof geminiRules>;
interface Part {
  fields: Fields;
  path: string;
}
interface Content {
  role: unknown;
  parts: Part[];
  path: string;
}

const requestBytesLimit = 100 * 1024 * 1024;
const dataFields = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];

/**
 * Says why Gemini's `generateContent` would refuse `body`: empty when it would not. Never throws.
 */
export function validateGemini(body: unknown): Violation[] {
  return shape.violationsOf(body, 'gemini/body-object', checkBody);
}

function checkBody(body: Fields, report: Report): void {
  if (!shape.fitsBytes(body, requestBytesLimit)) {
    report('gemini/request-bytes', '', `the body is larger than ${requestBytesLimit} bytes`);
  }
  checkSystem(body.systemInstruction, report);
  checkTools(body.tools, report);
  const contents = readContents(body.contents, report);
  contents.forEach((content, index) => {
    content.parts.forEach((part) => checkPart(part, report));
    checkCalls(content, contents[index - 1], contents[index + 1], report);
    checkResponses(content, contents[index - 1], report);
  });
  checkSignatures(contents, report);
  const last = contents.at(-1);
  if (last !== undefined && last.role !== 'user') {
    report(
      'gemini/ends-with-user',
      last.path,
      `the last content is of role ${shape.show(last.role)}`,
    );
  }
}

function checkSystem(system: unknown, report: Report): void {
  if (system === undefined) return;
  const parts = shape.isFields(system) ? shape.listOf(system.parts) : [];
  const isWhole = parts.every((part) => shape.isFields(part) && shape.isText(part.text));
  if (parts.length === 0 || !isWhole) {
    report('gemini/system-shape', 'systemInstruction', 'there is no text, or an empty one');
  }
}

function checkTools(tools: unknown, report: Report): void {
  shape.listOf(tools).forEach((tool, toolIndex) => {
    const declarations = shape.isFields(tool) ? shape.listOf(tool.functionDeclarations) : [];
    declarations.forEach((declaration, index) => {
      const path = `tools[${toolIndex}].functionDeclarations[${index}]`;
      checkName(shape.isFields(declaration) ? declaration.name : declaration, path, report);
    });
  });
}

function checkName(name: unknown, path: string, report: Report): void {
  if (typeof name !== 'string' || !/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(name)) {
    report('gemini/function-name', `${path}.name`, `${shape.show(name)} is not a function name`);
  }
}

function readContents(contents: unknown, report: Report): Content[] {
  const list = shape.listOf(contents);
  if (list.length === 0) report('gemini/contents-non-empty', 'contents', 'there is no content');
  return list.map((content, index) => {
    const path = `contents[${index}]`;
    const { role, parts }: Fields = shape.isFields(content) ? content : {};
    if (role !== 'user' && role !== 'model') {
      report('gemini/role', `${path}.role`, `${shape.show(role)} is not a role`);
    }
    if (shape.listOf(parts).length === 0) {
      report('gemini/parts-non-empty', `${path}.parts`, 'the content has no part');
    }
    const read = shape.listOf(parts).map((part, partIndex) => ({
      fields: shape.isFields(part) ? part : {},
      path: `${path}.parts[${partIndex}]`,
    }));
    return { role, parts: read, path };
  });
}

function checkPart({ fields, path }: Part, report: Report): void {
  const present = dataFields.filter((name) => fields[name] !== undefined);
  if (present.length !== 1) {
    const text = `the part has ${present.length} data fields: ${present.join(', ')}`;
    report('gemini/part-data', path, text);
  }
  const { text, inlineData, fileData, functionCall, functionResponse } = fields;
  if (text !== undefined && !shape.isText(text) && !shape.isText(fields.thoughtSignature)) {
    report('gemini/text-non-empty', `${path}.text`, 'the text is empty');
  }
  if (inlineData !== undefined) checkInlineData(inlineData, `${path}.inlineData`, report);
  if (fileData !== undefined && !(shape.isFields(fileData) && shape.isText(fileData.fileUri))) {
    report('gemini/file-data', `${path}.fileData`, 'there is no fileUri');
  }
  if (functionCall !== undefined) {
    const { name, args }: Fields = shape.isFields(functionCall) ? functionCall : {};
    checkName(name, `${path}.functionCall`, report);
    if (args !== undefined && !shape.isFields(args)) {
      report(
        'gemini/call-args',
        `${path}.functionCall.args`,
        `the arguments are ${shape.kindOf(args)}`,
      );
    }
  }
  if (functionResponse !== undefined) {
    checkResponse(functionResponse, `${path}.functionResponse`, report);
  }
}

function checkResponse(value: unknown, path: string, report: Report): void {
  const { name, response, parts }: Fields = shape.isFields(value) ? value : {};
  checkName(name, path, report);
  if (!shape.isFields(response)) {
    report(
      'gemini/response-object',
      `${path}.response`,
      `the response is ${shape.kindOf(response)}`,
    );
  }
  shape.listOf(parts).forEach((part, index) => {
    const { inlineData }: Fields = shape.isFields(part) ? part : {};
    const dataPath = `${path}.parts[${index}].inlineData`;
    if (inlineData !== undefined) checkInlineData(inlineData, dataPath, report);
  });
}

function checkInlineData(value: unknown, path: string, report: Report): void {
  const { mimeType, data }: Fields = shape.isFields(value) ? value : {};
  if (typeof mimeType !== 'string' || !/^[\w.+-]+\/[\w.+-]+/.test(mimeType)) {
    report('gemini/inline-data', `${path}.mimeType`, `${shape.show(mimeType)} is not a media type`);
  }
  if (!isBase64(data)) report('gemini/inline-data', `${path}.data`, 'the data is no base64');
}

function checkCalls(
  content: Content,
  previous: Content | undefined,
  next: Content | undefined,
  report: Report,
): void {
  const calls = fieldsOf(content, 'functionCall');
  if (calls.length === 0) return;
  if (previous?.role !== 'user') {
    report('gemini/call-position', content.path, 'the calls do not come after a user content');
  }
  const responses = fieldsOf(next, 'functionResponse');
  if (responses.length !== calls.length) {
    const text = `${calls.length} calls are followed by ${responses.length} responses`;
    report('gemini/response-count', content.path, text);
  }
}

function checkResponses(content: Content, previous: Content | undefined, report: Report): void {
  const responses = fieldsOf(content, 'functionResponse');
  const calls = fieldsOf(previous, 'functionCall');
  if (responses.length === 0) return;
  if (calls.length === 0 || content.role !== 'user') {
    const text = 'the responses do not come as user content after function calls';
    report('gemini/response-position', content.path, text);
    return;
  }
  const open = [...calls];
  for (const { id, name } of responses) {
    const match = open.findIndex(
      (call) => call.name === name && (call.id === undefined || id === undefined || call.id === id),
    );
    if (match < 0) {
      const text = `no open call is named ${shape.show(name)} with id ${shape.show(id)}`;
      report('gemini/response-matches-call', content.path, text);
    } else {
      open.splice(match, 1);
    }
  }
}

function checkSignatures(contents: Content[], report: Report): void {
  const isSigned = (part: Part) => shape.isText(part.fields.thoughtSignature);
  const callsOf = ({ parts }: Content) =>
    parts.filter(({ fields }) => shape.isFields(fields.functionCall));
  if (!contents.some((content) => callsOf(content).some(isSigned))) return;
  const turnStart = contents.findLastIndex(
    (content) => content.role === 'user' && fieldsOf(content, 'functionResponse').length === 0,
  );
  for (const content of contents.slice(turnStart + 1)) {
    const first = callsOf(content)[0];
    if (first !== undefined && !isSigned(first)) {
      report('gemini/thought-signature', first.path, 'the first call of the step is not signed');
    }
  }
}

function fieldsOf(content: Content | undefined, name: string): Fields[] {
  return (content?.parts ?? []).map((part) => part.fields[name]).filter(shape.isFields);
}
