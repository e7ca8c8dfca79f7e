import { jsonSchema, type ToolSet } from 'ai';

/** The tool that recorded and random histories call, for requests that name their tools. */
export const readFileTool: ToolSet = {
  read_file: {
    description: 'Reads a file',
    inputSchema: jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
  },
};
