import { describe, expect, it } from 'vitest';

import type { RuleSource, Violation } from '../../src/index.js';

/**
 * A rule, the path and new value of an edit that breaks it (none: take it out), and what else
 * breaks.
 */
export type BrokenBody = [rule: string, path: string, value?: unknown, ...also: string[]];

type Body = Record<string, unknown>;

/** What the tests of every validator ask: each rule is broken by an edit of the valid body. */
export function describeRules(
  validate: (body: unknown) => Violation[],
  {
    rules,
    validBody,
    broken,
    bodyRule,
  }: { rules: Record<string, RuleSource>; validBody: Body; broken: BrokenBody[]; bodyRule: string },
): void {
  describe('rules', () => {
    it.each(broken)('refuses %s after an edit of %s', (rule, path, value, ...also) => {
      const found = validate(editBody(validBody, path, value));
      expect(new Set(found.map((violation) => violation.rule))).toEqual(new Set([rule, ...also]));
    });

    it('refuses what is no object', () => {
      for (const value of [undefined, null, 1, 'text', []]) {
        expect(validate(value)[0]?.rule).toBe(bodyRule);
      }
    });

    it('name their sources, and the day on which each was read', () => {
      for (const { source, read } of Object.values(rules)) {
        expect(source).not.toBe('');
        if (read !== null) expect(Date.parse(read)).toBeGreaterThan(Date.parse('2026-11-01'));
      }
    });

    it('has a broken body for every rule', () => {
      const tried = new Set([...broken.map(([rule]) => rule), bodyRule]);
      expect(tried).toEqual(new Set(Object.keys(rules)));
    });
  });
}

/** A copy of the body with the value at `path` changed; `undefined` takes it out. */
export function editBody(validBody: Body, path: string, value: unknown): Body {
  const body = JSON.parse(JSON.stringify(validBody)) as Body;
  const keys = path.match(/[^.[\]]+/g) ?? [];
  const last = keys.pop() ?? '';
  const parent = keys.reduce((node, key) => node[key] as Body, body);
  if (value !== undefined) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return body;
}
