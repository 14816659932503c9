import type { Fixture } from './fixture.ts'
import type { Row } from './row.ts'

const anOrder = { item: async (fixture: Fixture) => (await fixture.placeOrder()).id }

const anInvoice = { item: (fixture: Fixture) => fixture.makeInvoice() }

const reference = ({ next }: Fixture) => String(600_000_000_000 + next())

/** A payment reference and a statement line that both await a decision. */
async function makeReport(fixture: Fixture): Promise<string> {
  const { id } = await fixture.placeOrder()
  const cookie = await fixture.cookie('owner')
  const json = { reference: reference(fixture) }
  const { body } = await fixture.send(`/api/orders/${id}/pay/report`, { method: 'POST', cookie, json })
  return (body as { id: string } | null)?.id ?? ''
}

const statement = (fixture: Fixture) => ({
  fileName: 'november.csv',
  text: `Date,Narration,Credit\n24/11/2026,NEFT ${reference(fixture)},99.00`,
})

async function makeLine(fixture: Fixture): Promise<string> {
  const cookie = await fixture.cookie('administrator')
  const json = statement(fixture)
  await fixture.send('/api/admin/payments/statements', { method: 'POST', cookie, json })
  const { body } = await fixture.send('/api/admin/payments/lines?status=waiting', { method: 'GET', cookie })
  return (body as { items: { id: string }[] } | null)?.items[0]?.id ?? ''
}

const report = { ok: 201, json: (fixture: Fixture) => ({ reference: reference(fixture) }) }

/** Calls about payments. No payment provider is connected here, which the answers say. */
export const payments: Row[] = [
  { route: 'POST /api/payments/razorpay/webhook', access: 'visitor', ok: 404 },
  ...[
    { route: 'GET /api/orders/:id/pay', ...anOrder },
    { route: 'POST /api/orders/:id/pay/report', ...anOrder, ...report },
    { route: 'POST /api/orders/:id/pay/online', ...anOrder, ok: 409 },
    { route: 'GET /api/invoices/:id/pay', ...anInvoice },
    { route: 'POST /api/invoices/:id/pay/report', ...anInvoice, ...report },
    { route: 'POST /api/invoices/:id/pay/online', ...anInvoice, ok: 409 },
  ].map((row): Row => ({ ...row, access: 'customer' })),
  ...[
    { route: 'GET /api/admin/payments' },
    { route: 'GET /api/admin/payments/waiting' },
    { route: 'GET /api/admin/payments/payable', json: () => ({ q: 'customer' }) },
    {
      route: 'POST /api/admin/payments',
      ok: 201,
      json: async (fixture: Fixture) => ({
        orderId: (await fixture.placeOrder()).id,
        amount: 99,
        reference: reference(fixture),
        receivedAt: '2026-11-20T06:00:00.000Z',
      }),
    },
    { route: 'GET /api/admin/payments/reports' },
    { route: 'POST /api/admin/payments/reports/:id/dismiss', item: makeReport },
    { route: 'POST /api/admin/payments/statements', ok: 201, json: statement },
    { route: 'GET /api/admin/payments/lines' },
    {
      route: 'POST /api/admin/payments/lines/confirm',
      json: async (fixture: Fixture) => ({ ids: [await makeLine(fixture)] }),
    },
    {
      route: 'POST /api/admin/payments/lines/:id/match',
      item: makeLine,
      json: async (fixture: Fixture) => ({ orderId: (await fixture.placeOrder()).id }),
    },
    { route: 'POST /api/admin/payments/lines/:id/dismiss', item: makeLine },
  ].map((row): Row => ({ ...row, access: 'administrator' })),
]
