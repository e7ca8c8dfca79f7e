import { problem } from '../http/problem.js';
import type { Services } from '../services/services.js';

/** Throws the answer 429 when a tenant's tokens of this month are spent. */
export async function requireBudget(services: Services, id: string): Promise<void> {
  const tenant = await services.tenants.get(id);
  if (tenant?.tokensPerMonth === undefined || (await services.usage.left(tenant)) !== 0) return;
  const now = new Date();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  throw problem(429, {
    code: 'token_budget_spent',
    detail: `The ${tenant.tokensPerMonth} tokens of this month are spent. Ask an administrator to raise tokens_per_month.`,
    headers: {
      'retry-after': String(Math.ceil((next - now.getTime()) / 1000)),
      'x-should-retry': 'false',
    },
  });
}
