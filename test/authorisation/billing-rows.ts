import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

const anInvoice = { item: (fixture: Fixture) => fixture.makeInvoice() }

/** Calls about invoices, account credit and billing details. */
export const billing: Row[] = [
  ...[
    { route: 'GET /api/invoices' },
    { route: 'GET /api/invoices/export' },
    { route: 'GET /api/invoices/:id', ...anInvoice },
    { route: 'GET /api/invoices/:id/pdf', ...anInvoice },
    { route: 'GET /api/user/account-credit' },
    { route: 'GET /api/user/billing-details' },
    { route: 'PUT /api/user/billing-details', json: () => ({ stateCode: '29' }) },
  ].map((row): Row => ({ ...row, access: 'customer' })),
  ...[
    { route: 'GET /api/admin/invoices' },
    { route: 'GET /api/admin/invoices/:id', ...anInvoice },
    { route: 'GET /api/admin/invoices/:id/pdf', ...anInvoice },
    { route: 'GET /api/admin/invoices/export', json: () => ({ month: '2026-11' }) },
    {
      route: 'POST /api/admin/invoices/:id/credit-note',
      ...anInvoice,
      json: () => ({ amount: 1, reason: 'Downtime', to: 'credit' }),
    },
  ].map((row): Row => ({ ...row, access: 'administrator' })),
]
