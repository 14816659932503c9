import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { dayInKolkata } from '#shared/time.ts'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import type { AdminInvoice, Invoice, InvoiceDetail, MonthTotals } from './contract/contract.ts'
import { invariants } from './invariants.ts'

let app: TestApp
let customer: { cookie: string; id: string; email: string }
let administrator: { cookie: string; id: string; email: string }

beforeAll(async () => {
  app = await createTestApp()
  administrator = await app.addAdministrator()
})
afterAll(() => app.close())
beforeEach(async () => {
  customer = await app.addCustomer()
})

const approve = (id: string) =>
  app.request(`/api/admin/orders/${id}/approve`, { cookie: administrator.cookie, json: {} })
async function bill(): Promise<{ orderId: string; invoice: Invoice }> {
  app.advance(3_600_000)
  const { id } = await placeOrder(app, customer.cookie)
  await approve(id)
  const { body } = await app.request('/api/invoices', { cookie: customer.cookie })
  const [invoice] = body as Invoice[]
  if (!invoice) throw new Error('no invoice')
  return { orderId: id, invoice }
}
const setDetails = (json: object) =>
  app.request('/api/user/billing-details', { cookie: customer.cookie, json, method: 'PUT' })
/** Rows of a CSV without its header; its fields contain no commas here. */
const rowsOf = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(','))
const asAdministrator = (path: string, json?: object) =>
  app.request(path, { cookie: administrator.cookie, ...(json ? { json } : {}) })

describe('the invoice calls', () => {
  test('list the invoices once approve has returned, and show one with its lines and payment', async () => {
    const { orderId, invoice } = await bill()
    expect(invoice).toMatchObject({
      orderId,
      amount: 99,
      currency: 'INR',
      kind: 'invoice',
      status: 'paid',
      due: 0,
    })
    const { body } = await app.request(`/api/invoices/${invoice.id}`, { cookie: customer.cookie })
    expect(body).toMatchObject({
      number: invoice.number,
      taxable: 83.9,
      cgst: 7.55,
      sgst: 7.55,
      igst: 0,
      inWords: 'Rupees Ninety Nine Only',
      placeOfSupply: { code: '29', name: 'Karnataka' },
      recipient: { name: customer.email },
      lines: [{ sac: '998315', quantity: 1, rate: 18, amount: 99 }],
      payments: [{ provider: 'manual', amount: 99 }],
      isSample: true,
    })
  })

  test('return the document to its owner and the same 404 to others', async () => {
    const { invoice } = await bill()
    const path = `/api/invoices/${invoice.id}/pdf`
    const own = await app.request(path, { cookie: customer.cookie })
    expect(own.status).toBe(200)
    expect(own.headers.get('content-type')).toBe('application/pdf')
    expect(own.text.startsWith('%PDF-')).toBe(true)
    expect((await app.request(path)).status).toBe(401)
    const foreign = await app.addCustomer()
    for (const asked of [path, `/api/invoices/${invoice.id}`])
      expect((await app.request(asked, { cookie: foreign.cookie })).status).toBe(404)
    expect(
      (await app.request(`/api/admin/invoices/${invoice.id}/pdf`, { cookie: customer.cookie })).status,
    ).toBe(403)
  })
})

describe('billing details', () => {
  test('give the next invoice of a registered customer in another state integrated tax', async () => {
    const { invoice: before } = await bill()
    const details = { legalName: 'Asha Crafts', gstin: '27aapfu0939f1zv', address: '1 MG Road\nMumbai' }
    expect((await setDetails(details)).body).toEqual({
      ...details,
      gstin: '27AAPFU0939F1ZV',
      stateCode: '27',
    })
    const { invoice } = await bill()
    const read = async (id: string) =>
      (await app.request(`/api/invoices/${id}`, { cookie: customer.cookie })).body as InvoiceDetail
    expect(await read(invoice.id)).toMatchObject({
      igst: 15.1,
      cgst: 0,
      placeOfSupply: { name: 'Maharashtra' },
      recipient: { name: 'Asha Crafts', address: ['1 MG Road', 'Mumbai'], gstin: '27AAPFU0939F1ZV' },
    })
    expect(await read(before.id)).toMatchObject({ igst: 0, recipient: { gstin: null } })
  })

  test('accept a GSTIN as people type it', async () => {
    const typed = ' 27aapfu 0939f-1zv '
    const { body } = await setDetails({ legalName: 'Asha', gstin: typed })
    expect(body).toMatchObject({ gstin: '27AAPFU0939F1ZV', stateCode: '27' })
  })

  test.each([
    [{ legalName: 'Asha', gstin: '27AAPFU0939F1ZW' }, 'gstin'],
    [{ gstin: '27AAPFU0939F1ZV' }, 'legalName'],
    [{ legalName: '株式会社' }, 'legalName'],
    [{ legalName: 'आशा', address: '👍' }, 'address'],
    [{ legalName: 'Asha', gstin: '27AAPFU0939F1ZV', stateCode: '29' }, 'stateCode'],
    [{ stateCode: '99' }, 'stateCode'],
    [{ address: 'a'.repeat(501) }, 'address'],
  ])('refuse %j at %p', async (json, field) => {
    const reply = await setDetails(json)
    expect(reply.status).toBe(422)
    expect(Object.keys((reply.body as { fields: object }).fields)).toContain(field)
  })
})

describe('administrators', () => {
  test('find invoices by number prefix, status, order and customer', async () => {
    const { orderId, invoice } = await bill()
    const queries = [
      `q=${invoice.number.toLowerCase()}`,
      `orderId=${orderId}`,
      `userId=${customer.id}&status=paid`,
    ]
    for (const query of queries) {
      const { body } = await asAdministrator(`/api/admin/invoices?${query}`)
      const { items } = body as { items: AdminInvoice[] }
      expect(items.map(({ id, user }) => [id, user.email])).toEqual([[invoice.id, customer.email]])
    }
  })

  test('credit an invoice, up to its rest', async () => {
    const { invoice } = await bill()
    const path = `/api/admin/invoices/${invoice.id}/credit-note`
    const credited = await asAdministrator(path, { amount: 49.5, reason: 'Downtime', to: 'credit' })
    expect(credited.body).toMatchObject({ credited: 49.5, status: 'paid', related: [{ amount: 49.5 }] })
    const { body } = await app.request('/api/user/account-credit', { cookie: customer.cookie })
    expect(body).toMatchObject({ amount: 49.5, entries: [{ amount: 49.5 }] })
    const more = await asAdministrator(path, { amount: 50, reason: 'More', to: 'credit' })
    expect(more.body).toMatchObject({ code: 'INVALID', fields: { amount: expect.any(String) } })
  })

  test('download a month as CSV without formulas', async () => {
    await setDetails({ legalName: '=cmd|"/c calc"!A1' })
    const { invoice } = await bill()
    const { text, status } = await asAdministrator('/api/admin/invoices/export?month=2026-11')
    expect(status).toBe(200)
    const row = text.split('\r\n').find((line) => line.includes(invoice.number)) ?? ''
    expect(row).toContain('"\'=cmd|""/c calc""!A1"')
    expect(row).toEndWith('998315,18,83.90,7.55,7.55,0.00,99.00')
    for (const query of ['month=2026-13', ''])
      expect((await asAdministrator(`/api/admin/invoices/export?${query}`)).status).toBe(422)
  })

  test('download all documents of one customer', async () => {
    const { invoice } = await bill()
    const { text } = await asAdministrator(`/api/admin/invoices/export?userId=${customer.id}`)
    expect(rowsOf(text).map(([, number]) => number)).toEqual([invoice.number])
  })

  test('see the totals of a month by tax head, less its credit notes', async () => {
    const month = async (query = '') => {
      const path = `/api/admin/invoices?month=${dayInKolkata(app.deps.now()).slice(0, 7)}${query}`
      return (await asAdministrator(path)).body as { items: AdminInvoice[]; totals: MonthTotals | null }
    }
    const { invoice: first } = await bill()
    await setDetails({ legalName: 'Asha Crafts', gstin: '27AAPFU0939F1ZV' })
    await bill()
    await asAdministrator(`/api/admin/invoices/${first.id}/credit-note`, {
      amount: 11.8,
      reason: 'Downtime',
      to: 'credit',
    })
    expect((await month(`&userId=${customer.id}`)).totals).toEqual({
      invoices: { documents: 2, taxable: 167.8, cgst: 7.55, sgst: 7.55, igst: 15.1, total: 198 },
      creditNotes: { documents: 1, taxable: 10, cgst: 0.9, sgst: 0.9, igst: 0, total: 11.8 },
      net: { documents: 3, taxable: 157.8, cgst: 6.65, sgst: 6.65, igst: 15.1, total: 186.2 },
    })
    const { items, totals } = await month()
    expect(items.length).toBeGreaterThan(2)
    expect(totals?.invoices.documents).toBeGreaterThan(2)
    expect((await month('&status=paid')).totals).toBeNull()
    expect((await asAdministrator('/api/admin/invoices?month=2001-01')).body).toMatchObject({ items: [] })
    expect((await asAdministrator('/api/admin/invoices?month=November')).status).toBe(422)
    expect((await asAdministrator('/api/admin/invoices')).body).toMatchObject({ totals: null })
  })
})

test('lists invoices and credit notes as activity', async () => {
  const { invoice } = await bill()
  const path = `/api/admin/invoices/${invoice.id}/credit-note`
  await asAdministrator(path, { amount: 10, reason: 'Downtime', to: 'credit' })
  const reply = await app.request('/api/trpc/activity.list', { cookie: customer.cookie })
  const body = (reply.body as { result: { data: unknown } }).result.data
  expect(body).toContainEqual(
    expect.objectContaining({
      title: 'Invoice',
      subject: invoice.number,
      detail: '₹99.00 INR',
      state: 'done',
    }),
  )
  expect(body).toContainEqual(expect.objectContaining({ title: 'Credit note', detail: '₹10.00 INR' }))
})

test("a row names its invoice's credit notes, for its owner and for administrators", async () => {
  const { invoice } = await bill()
  expect(invoice.creditNotes).toEqual([])
  const path = `/api/admin/invoices/${invoice.id}/credit-note`
  await asAdministrator(path, { amount: 10, reason: 'Downtime', to: 'credit' })
  const wanted = [expect.objectContaining({ amount: 10, number: expect.stringMatching(/^CN\//) })]
  const { body } = await app.request('/api/invoices', { cookie: customer.cookie })
  expect((body as Invoice[]).find(({ id }) => id === invoice.id)?.creditNotes).toEqual(wanted)
  const { items } = (await asAdministrator(`/api/admin/invoices?userId=${customer.id}`)).body as {
    items: AdminInvoice[]
  }
  expect(items.find(({ id }) => id === invoice.id)?.creditNotes).toEqual(wanted)
})

test("a customer downloads all of their documents, and no other user's", async () => {
  const { invoice: first } = await bill()
  const { invoice: second } = await bill()
  await asAdministrator(`/api/admin/invoices/${first.id}/credit-note`, {
    amount: 10,
    reason: 'Downtime, and more',
    to: 'credit',
  })
  const reply = await app.request('/api/invoices/export', { cookie: customer.cookie })
  expect(reply.headers.get('content-type')).toStartWith('text/csv')
  const rows = rowsOf(reply.text)
  expect(rows).toHaveLength(3)
  expect(rows.map(([, number]) => number)).toEqual(
    expect.arrayContaining([first.number, second.number, expect.stringMatching(/^CN\//)]),
  )
  const foreign = await app.addCustomer()
  const { text } = await app.request('/api/invoices/export', { cookie: foreign.cookie })
  expect(rowsOf(text)).toEqual([])
  expect((await app.request('/api/invoices/export')).status).toBe(401)
})

test('fifty concurrent approvals get numbers without gaps or duplicates', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => app.addCustomer()))
  const orders: { id: string }[] = []
  for (const half of [people.slice(0, 25), people.slice(25)]) {
    app.advance(3_600_000)
    orders.push(...(await Promise.all(half.map(({ cookie }) => placeOrder(app, cookie)))))
  }
  const replies = await Promise.all(orders.map(({ id }) => approve(id)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const { invoices } = app.store.t
  const rows = await app.store.read
    .select({ place: invoices.place })
    .from(invoices)
    .where(eq(invoices.series, 'INV/2627'))
  const places = rows.map(({ place }) => place).sort((one, other) => one - other)
  expect(places).toEqual(Array.from({ length: places.length }, (_, i) => i + 1))
})

test('violates no billing invariant in these tests', async () => {
  for (const { name, count } of invariants)
    expect([name, await count(app.store, app.dataDir, app.deps.secrets)]).toEqual([name, 0])
})
