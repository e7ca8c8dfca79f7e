/**
 * One reason why a provider would refuse a request body. `rule` is a stable id
 * such as `anthropic/tool-use-answered`; `path` points into the body
 * (`messages[3].content[0]`, empty for the body itself).
 */
export interface Violation {
  rule: string;
  path: string;
  message: string;
}
