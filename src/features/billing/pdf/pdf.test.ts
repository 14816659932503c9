import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { required } from '#test/support/required.ts'
import { pdftotext, qpdf } from '../../../../scripts/testing/tools.ts'
import type { InvoiceRow, LineRow } from '../context.ts'
import { splitTax } from '../rules/tax.ts'
import { renderInvoice } from './render-invoice.ts'

const at = new Date('2026-11-24T06:30:00Z')
const supplier = { name: 'Sample Hosting', address: ['Bengaluru'], stateCode: '29', gstin: '29AAACH0000A1ZN' }
const recipient = { name: 'Zoë Šarma', address: ['1 MG Road'], stateCode: '29', gstin: null }

const line = (position: number, totalPaise = 12_800_000): LineRow => ({
  id: Bun.randomUUIDv7(),
  userId: Bun.randomUUIDv7(),
  invoiceId: Bun.randomUUIDv7(),
  position,
  kind: 'plan',
  description: `Web Hosting, plan ${position}, one month`,
  sac: '998315',
  quantity: 1,
  rate: 1_800,
  ...splitTax(totalPaise, 'intra'),
  serviceId: null,
  domainId: null,
  periodStart: at,
  periodEnd: at,
})

const invoice = (more: Partial<InvoiceRow> = {}): InvoiceRow => ({
  id: Bun.randomUUIDv7(),
  userId: Bun.randomUUIDv7(),
  kind: 'invoice',
  number: 'INV/2627/000042',
  series: 'INV/2627',
  place: 42,
  status: 'open',
  correctsId: null,
  orderId: null,
  serviceId: null,
  currency: 'INR',
  ...splitTax(12_800_000, 'intra'),
  paidPaise: 0,
  creditedPaise: 0,
  returnedPaise: 0,
  placeOfSupply: '29',
  supplier,
  recipient,
  isSample: false,
  reason: null,
  issuedAt: at,
  dueAt: at,
  paidAt: null,
  ...more,
})

const canRead = Boolean(qpdf.find() && pdftotext.find()) || required.includes('qpdf')
if (!canRead) console.log('not tested: invoice documents need qpdf and pdftotext')

async function read(bytes: Uint8Array): Promise<{ text: string; pages: number; problems: string }> {
  const path = join(makeTestFolder(), 'invoice.pdf')
  await Bun.write(path, bytes)
  const run = (...command: string[]) => Bun.spawnSync(command).stdout.toString()
  return {
    text: run('pdftotext', '-layout', path, '-'),
    pages: Number(run('qpdf', '--show-npages', path)),
    problems: Bun.spawnSync(['qpdf', '--check', path]).stderr.toString(),
  }
}

test.skipIf(!canRead)('renders one valid page with everything that a tax invoice requires', async () => {
  const whole = { invoice: invoice(), lines: [line(0)], payments: [], related: [] }
  const { text, pages, problems } = await read(await renderInvoice(whole))
  expect(problems).toBe('')
  expect(pages).toBe(1)
  for (const fact of [
    'Tax invoice',
    'INV/2627/000042',
    'Date: 24 Nov 2026',
    'Sample Hosting',
    'GSTIN: 29AAACH0000A1ZN',
    'Zoë Šarma',
    'State: Karnataka (29)',
    'Place of supply: Karnataka (29)',
    'Tax payable on reverse charge: no',
    '998315',
    'CGST 9 %',
    'SGST 9 %',
    '9,762.71',
    '1,08,474.58',
    '₹1,28,000.00 INR',
    'Rupees One Lakh Twenty Eight Thousand Only',
    'Computer generated',
  ])
    expect(text).toContain(fact)
  expect(text).not.toContain('Sample: the operator')
  expect(text).not.toContain('IGST')
})

test.skipIf(!canRead)('continues many lines on further pages, each numbered', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => line(i, 10_000))
  const whole = { invoice: invoice(), lines, payments: [], related: [] }
  const { text, pages, problems } = await read(await renderInvoice(whole))
  expect(problems).toBe('')
  expect(pages).toBeGreaterThan(1)
  expect(text).toContain(`page ${pages} of ${pages}`)
  expect(text).toContain('plan 59')
})

test.skipIf(!canRead)('issues a bill of supply without tax for a supplier without a GSTIN', async () => {
  const untaxed = { ...splitTax(12_800_000, 'none'), supplier: { ...supplier, gstin: null } }
  const whole = { invoice: invoice(untaxed), lines: [line(0)], payments: [], related: [] }
  const { text } = await read(await renderInvoice(whole))
  expect(text).toContain('Bill of supply')
  expect(text).not.toContain('CGST')
})

test.skipIf(!canRead)('says that it is no tax invoice until the supplier is set', async () => {
  const sample = { invoice: invoice({ isSample: true }), lines: [line(0)], payments: [], related: [] }
  const { text } = await read(await renderInvoice(sample))
  expect(text).toContain('This is not a tax invoice. The supplier has not set their tax details')
  expect(text).not.toContain('Tax invoice')
  expect(text).not.toContain(supplier.gstin)
})

test.skipIf(!canRead)('embeds fonts, in at most 20 KB per document', async () => {
  const long = {
    ...recipient,
    name: 'आशा राव, Zoë Šarma',
    address: Array.from({ length: 8 }, (_, i) => `${i} MG Road`),
  }
  const whole = {
    invoice: invoice({ recipient: long }),
    lines: [line(0), line(1)],
    payments: [],
    related: [],
  }
  const bytes = await renderInvoice(whole)
  expect(bytes.length).toBeLessThanOrEqual(20_000)
  const path = join(makeTestFolder(), 'invoice.pdf')
  await Bun.write(path, bytes)
  const [, , ...fonts] = Bun.spawnSync(['pdffonts', path]).stdout.toString().trim().split('\n')
  expect(fonts.length).toBeGreaterThan(0)
  for (const font of fonts) expect(font).toMatch(/ yes yes yes +\d+ +0$/)
})

test.skipIf(!canRead)('prints a name in Devanagari, which can be searched', async () => {
  const asha = { ...recipient, name: 'आशा राव, Zoë', address: ['१२ महात्मा गाँधी मार्ग', 'श्रीनगर'] }
  const whole = { invoice: invoice({ recipient: asha }), lines: [line(0)], payments: [], related: [] }
  const { text, problems } = await read(await renderInvoice(whole))
  expect(problems).toBe('')
  for (const word of ['आशा', 'राव', 'Zoë', '१२', 'श्रीनगर']) expect(text).toContain(word)
  expect(text).not.toContain('?')
})

test.skipIf(!canRead)('omits emoji in a name without shortening it', async () => {
  const asha = { ...recipient, name: 'आशा 🌸 Šarma 👩🏽‍💻 ©', address: ['❤️ 1 MG Road'] }
  const whole = { invoice: invoice({ recipient: asha }), lines: [line(0)], payments: [], related: [] }
  const { text, problems } = await read(await renderInvoice(whole))
  expect(problems).toBe('')
  for (const word of ['आशा', 'Šarma', '©', '1 MG Road']) expect(text).toContain(word)
  expect(text).not.toContain('?')
})

test.skipIf(!canRead)('replaces unknown letters by question marks, and breaks a long word', async () => {
  const odd = { ...recipient, name: `株式会社 ${'W'.repeat(150)}` }
  const whole = { invoice: invoice({ recipient: odd }), lines: [line(0)], payments: [], related: [] }
  const { text, problems } = await read(await renderInvoice(whole))
  expect(problems).toBe('')
  expect(text).toContain('???')
})
