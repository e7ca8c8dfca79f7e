import { expect, it } from 'vitest';

import { readEnvironment } from './read-environment.js';

it('refuses variables of its prefix that nobody reads, with all other mistakes', () => {
  const variables = {
    EVERLONG_MAX_BODY_BYTE: '100',
    EVERLONG_RATE: '5',
    EVERLONG_PORT: 'many',
    EVERLONG_DATABASE_URL: 'postgres://localhost/everlong',
  };
  expect(() => readEnvironment(variables, { mistakes: ['prot in s.yaml is wrong.'] })).toThrow(
    new RegExp(
      [
        'prot in s\\.yaml is wrong\\.',
        'EVERLONG_PORT is "many"\\. .*',
        'EVERLONG_DATABASE_URL names postgres, .*',
        'EVERLONG_MAX_BODY_BYTE is no setting of the server\\. Did you mean EVERLONG_MAX_BODY_BYTES\\?',
        'EVERLONG_RATE is no setting of the server\\.$',
      ].join('\\n  '),
    ),
  );
});

it('takes variables of other programs, empty ones, and those that name the key of an upstream', () => {
  const upstreams = {
    'gpt-*': { api: 'openai', baseUrl: 'http://localhost:1/v1', keyFrom: 'EVERLONG_UPSTREAM_KEY' },
  };
  const variables = {
    EVERLONG_UPSTREAMS: JSON.stringify(upstreams),
    EVERLONG_UPSTREAM_KEY: 'secret',
    EVERLONG_CONTEXT_KEEP: 'much',
    EVERLONG_UNSET: '',
    OTHER_PORT: 'x',
  };
  const otherNames = ['EVERLONG_CONTEXT_KEEP'];
  expect(readEnvironment(variables, { otherNames }).upstreams[0]?.apiKey).toBe('secret');
  expect(() => readEnvironment(variables)).toThrow(/EVERLONG_CONTEXT_KEEP/);
});

it('passes over what Kubernetes sets for services named everlong and everlong-server', () => {
  const variables = {
    EVERLONG_PORT: 'tcp://10.0.0.1:8787',
    EVERLONG_PORT_8787_TCP_ADDR: '10.0.0.1',
    EVERLONG_SERVICE_HOST: '10.0.0.1',
    EVERLONG_SERVICE_PORT_HTTP: '8787',
    EVERLONG_SERVER_PORT: 'tcp://10.0.0.1:8787',
    EVERLONG_SERVER_PORT_9_SCTP: 'sctp://10.0.0.1:9',
  };
  expect(readEnvironment(variables).port).toBe(8787);
  expect(() => readEnvironment({ EVERLONG_SERVER_PORT: '80' })).toThrow(/EVERLONG_SERVER_PORT/);
});
