export { type Running, startServer, type StartOptions } from './start-server.js';
