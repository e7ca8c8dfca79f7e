import { problem } from '../http/problem.js';
import type { Services } from '../services/services.js';
import type { Tenant } from '../state/tenants.js';

/** Throws the answer 429 when a tenant's tokens of this month are spent. */
export async function requireBudget(services: Services, id: string): Promise<void> {
  const tenant = await services.tenants.get(id);
  if (tenant?.tokensPerMonth === undefined || (await services.usage.left(tenant)) !== 0) return;
  throw spent(tenant);
}

/**
 * Reserves what the next request of a session and its answer can take of the tenant's budget;
 * returns the function that gives it back, once it is booked. Throws the answer 429 when the tokens
 * are spent, or when others that are being answered may take them.
 */
export async function reserveBudget(
  services: Services,
  tenantId: string,
  sessionId: string,
): Promise<() => void> {
  const tenant = await services.tenants.get(tenantId);
  if (tenant?.tokensPerMonth === undefined) return () => {};
  const { used, window, inputBudget } = await services.pool.use(
    tenantId,
    sessionId,
    async (session) => session.state(),
  );
  const reserved = await services.usage.reserve(tenant, used.total + window - inputBudget);
  if (typeof reserved === 'function') return reserved;
  if (reserved === 'spent') throw spent(tenant);
  throw problem(429, {
    code: 'token_budget_reserved',
    detail: `Answers that are being made may take what is left of the ${tenant.tokensPerMonth} tokens of this month. Wait for one to end.`,
    headers: { 'retry-after': '5' },
  });
}

function spent(tenant: Tenant): Error {
  const now = new Date();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return problem(429, {
    code: 'token_budget_spent',
    detail: `The ${tenant.tokensPerMonth} tokens of this month are spent. Ask an administrator to raise tokens_per_month.`,
    headers: {
      'retry-after': String(Math.ceil((next - now.getTime()) / 1000)),
      'x-should-retry': 'false',
    },
  });
}
