import { expect, test } from 'vitest';
import { serveVariables } from './serve-variables.js';

test.each([
  ['~/sessions.db', '/home/me/sessions.db'],
  ['sessions.db', 'sessions.db'],
  ['sqlite:sessions.db', 'sqlite:sessions.db'],
])('the database %s is %s', async (database, path) => {
  const environment = { HOME: '/home/me' };
  const { variables } = await serveVariables({ database }, { environment, cwd: '/work' });
  expect(variables['EVERLONG_DATABASE_URL']).toBe(path);
});
