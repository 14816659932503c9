import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import type { AdminInvoice, Invoice, InvoiceDetail } from './contract.ts'
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
const asAdministrator = (path: string, json?: object) =>
  app.request(path, { cookie: administrator.cookie, ...(json ? { json } : {}) })

describe('the calls of invoices', () => {
  test('list what was billed when approve has answered, and show one with its lines and payment', async () => {
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

  test('answer the document to its owner and the same 404 to others', async () => {
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
  test('of a registered customer in another state bring integrated tax to the next invoice only', async () => {
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

  test.each([
    [{ legalName: 'Asha', gstin: '27AAPFU0939F1ZW' }, 'gstin'],
    [{ gstin: '27AAPFU0939F1ZV' }, 'legalName'],
    [{ legalName: '株式会社' }, 'legalName'],
    [{ legalName: 'आशा', address: '👍' }, 'address'],
    [{ legalName: 'Asha', gstin: '27AAPFU0939F1ZV', stateCode: '29' }, 'stateCode'],
    [{ stateCode: '99' }, 'stateCode'],
    [{ address: 'a'.repeat(501) }, 'address'],
  ])('%j are refused under %p', async (json, field) => {
    const reply = await setDetails(json)
    expect(reply.status).toBe(422)
    expect(Object.keys((reply.body as { fields: object }).fields)).toContain(field)
  })
})

describe('administrators', () => {
  test('find invoices by the beginning of a number, by status, order and customer', async () => {
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

  test('credit an invoice, and not beyond what is left of it', async () => {
    const { invoice } = await bill()
    const path = `/api/admin/invoices/${invoice.id}/credit-note`
    const credited = await asAdministrator(path, { amount: 49.5, reason: 'Downtime', to: 'credit' })
    expect(credited.body).toMatchObject({ credited: 49.5, status: 'paid', related: [{ amount: 49.5 }] })
    const { body } = await app.request('/api/user/account-credit', { cookie: customer.cookie })
    expect(body).toMatchObject({ amount: 49.5, entries: [{ amount: 49.5 }] })
    const more = await asAdministrator(path, { amount: 50, reason: 'More', to: 'credit' })
    expect(more.body).toMatchObject({ code: 'INVALID', fields: { amount: expect.any(String) } })
  })

  test('download a month as CSV in which nothing is calculated', async () => {
    await setDetails({ legalName: '=cmd|"/c calc"!A1' })
    const { invoice } = await bill()
    const { text, status } = await asAdministrator('/api/admin/invoices/export?month=2026-11')
    expect(status).toBe(200)
    const row = text.split('\r\n').find((line) => line.includes(invoice.number)) ?? ''
    expect(row).toContain('"\'=cmd|""/c calc""!A1"')
    expect(row).toEndWith('998315,18,83.90,7.55,7.55,0.00,99.00')
    expect((await asAdministrator('/api/admin/invoices/export?month=2026-13')).status).toBe(422)
  })
})

test('fifty orders approved at once have numbers without a gap and without a double', async () => {
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

test('after all this every invariant of billing holds', async () => {
  for (const { name, count } of invariants)
    expect([name, await count(app.store, app.dataDir, app.deps.secrets)]).toEqual([name, 0])
})
