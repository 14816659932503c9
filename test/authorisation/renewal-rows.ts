import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

const aService = { item: (fixture: Fixture) => fixture.activeService('owner') }
const aFreshService = { item: (fixture: Fixture) => fixture.makeService({ status: 'active' }) }
const missing = Bun.randomUUIDv7()

/** Calls about terms, plans and refunds. */
export const renewals: Row[] = [
  { route: 'GET /api/renewals/due', access: 'customer' },
  { route: 'GET /api/user-services/:id/renewal', access: 'customer', ...aService },
  {
    route: 'PUT /api/user-services/:id/term',
    access: 'customer',
    ...aService,
    json: () => ({ term: 'yearly' }),
  },
  {
    route: 'POST /api/user-services/:id/renew',
    access: 'customer',
    ...aFreshService,
    ok: 201,
    json: () => ({ terms: 1 }),
  },
  // An unknown plan is not offered, which the answer to the service’s owner says.
  {
    route: 'POST /api/user-services/:id/plan/preview',
    access: 'customer',
    ...aFreshService,
    ok: 422,
    json: () => ({ planId: missing }),
  },
  {
    route: 'POST /api/user-services/:id/plan',
    access: 'customer',
    ...aFreshService,
    ok: 422,
    json: () => ({ planId: missing, amount: 0 }),
  },
  // A newly registered domain whose first year is unpaid.
  {
    route: 'POST /api/domains/:id/renew',
    access: 'customer',
    item: (fixture) => fixture.makeDomain(),
    ok: 409,
  },
  { route: 'GET /api/admin/renewals', access: 'administrator' },
  {
    route: 'PUT /api/admin/renewals/:id',
    access: 'administrator',
    item: () => missing,
    ok: 404,
    json: () => ({ doNotSuspendBefore: null }),
  },
  { route: 'GET /api/admin/refunds', access: 'administrator' },
  {
    route: 'POST /api/admin/refunds/preview',
    access: 'administrator',
    ok: 404,
    json: () => ({ invoiceId: missing, ground: 'guarantee' }),
  },
  {
    route: 'POST /api/admin/refunds',
    access: 'administrator',
    ok: 404,
    json: () => ({ invoiceId: missing, ground: 'guarantee', method: 'upi', amount: 1 }),
  },
  {
    route: 'POST /api/admin/orders/:id/refund',
    access: 'administrator',
    item: () => missing,
    ok: 404,
    json: () => ({ reason: 'Downtime' }),
  },
  {
    route: 'POST /api/admin/refunds/:id/paid',
    access: 'administrator',
    item: () => missing,
    ok: 404,
    json: () => ({ reference: 'UTR 1' }),
  },
]
