export { listen, type ListenOptions, type Listening } from './listening/listen.js';
export { realFile } from './state/process-lock.js';
export { createSqliteState } from './state/sqlite-state.js';
export { isOfKubernetes } from './config/read-environment.js';
export { matchUpstream, type UpstreamSettings } from './config/read-upstreams.js';
export {
  environmentNames,
  readEnvironment,
  type Environment,
  type EnvironmentOrigin,
} from './config/read-environment.js';
export { serveMcp, type McpConnection, type ServeMcpOptions } from './mcp/serve-mcp.js';
