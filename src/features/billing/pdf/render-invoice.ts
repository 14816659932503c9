import { states } from '#shared/money/gst.ts'
import { toRupees } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'
import type { InvoiceRow, LineRow } from '../context.ts'
import { duePaise } from '../rules/due-paise.ts'
import { amountInWords } from '../rules/words.ts'
import type { WholeInvoice } from '../service/present.ts'
import { bottom, ink, left, openSheet, right, type Sheet } from './sheet.ts'

const plain = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const figure = (paise: number): string => plain.format(toRupees(paise))
const amount = (paise: number): string => `${paise < 0 ? '−' : ''}₹${figure(Math.abs(paise))}`

const isUntaxed = ({ supplier }: InvoiceRow): boolean => supplier.gstin === null

function titleOf(invoice: InvoiceRow): string {
  if (invoice.kind === 'creditNote') return 'Credit note'
  if (invoice.isSample) return 'Invoice'
  return isUntaxed(invoice) ? 'Bill of supply' : 'Tax invoice'
}

const stateOf = (code: string): string => `${states[code] ?? code} (${code})`

/** Both parties side by side; returns their lower edge. */
function drawParty(
  sheet: Sheet,
  { heading, party, registration }: { heading: string; party: InvoiceRow['supplier']; registration: string },
  { x, y }: { x: number; y: number },
): number {
  const width = 235
  sheet.put(heading, x, y, { size: 8, color: ink.muted })
  let at = y + 13
  for (const line of sheet.wrap(party.name, width, { size: 10, weight: 'bold' })) {
    sheet.put(line, x, at, { size: 10, weight: 'bold' })
    at += 14
  }
  const facts = [...party.address, `State: ${stateOf(party.stateCode)}`, `GSTIN: ${registration}`]
  for (const fact of facts)
    for (const line of sheet.wrap(fact, width)) {
      sheet.put(line, x, at)
      at += 12
    }
  return at
}

function drawHead(sheet: Sheet, { invoice, related }: WholeInvoice): number {
  sheet.put(titleOf(invoice), left, 48, { size: 20, weight: 'bold' })
  sheet.put(invoice.number, right, 50, { size: 12, weight: 'bold', align: 'right' })
  const corrected = related.find(({ id }) => id === invoice.correctsId)
  const facts = [
    `Date: ${formatDate(invoice.issuedAt)}`,
    ...(invoice.kind === 'invoice' ? [`Due: ${formatDate(invoice.dueAt)}`] : []),
    ...(corrected ? [`Corrects ${corrected.number} of ${formatDate(corrected.issuedAt)}`] : []),
  ]
  let y = 68
  for (const fact of facts) {
    sheet.put(fact, right, y, { align: 'right', color: ink.muted })
    y += 12
  }
  if (invoice.isSample)
    sheet.put('This is not a tax invoice. The supplier has not set their tax details.', left, 76, {
      weight: 'bold',
      color: ink.warning,
    })
  const top = Math.max(y, 92) + 12
  const { supplier, recipient, isSample } = invoice
  const numberOf = ({ gstin }: typeof supplier) => gstin ?? 'not registered'
  // A sample number may belong to another company.
  const registration = isSample ? 'not set' : numberOf(supplier)
  const ends = [
    drawParty(sheet, { heading: 'Supplier', party: supplier, registration }, { x: left, y: top }),
    drawParty(
      sheet,
      { heading: 'Recipient', party: recipient, registration: numberOf(recipient) },
      { x: 310, y: top },
    ),
  ]
  const end = Math.max(...ends) + 8
  sheet.put(`Place of supply: ${stateOf(invoice.placeOfSupply)}`, left, end)
  sheet.put('Tax payable on reverse charge: no', 310, end)
  return end + 26
}

const columns = { sac: 275, quantity: 345, taxable: 420, tax: 480 }

function drawTableHead(sheet: Sheet, y: number): number {
  const style = { size: 8, color: ink.muted } as const
  sheet.put('Description', left, y, style)
  sheet.put('SAC', columns.sac, y, style)
  sheet.put('Quantity', columns.quantity, y, { ...style, align: 'right' })
  sheet.put('Taxable ₹', columns.taxable, y, { ...style, align: 'right' })
  sheet.put('Tax ₹', columns.tax, y, { ...style, align: 'right' })
  sheet.put('Total ₹', right, y, { ...style, align: 'right' })
  sheet.rule(y + 13)
  return y + 20
}

const periodOf = ({ periodStart, periodEnd }: LineRow): string[] =>
  periodStart && periodEnd ? [`${formatDate(periodStart)} to ${formatDate(periodEnd)}`] : []

/** The lines, over as many pages as needed; returns their lower edge. */
function drawLines(sheet: Sheet, lines: readonly LineRow[], from: number): number {
  let y = drawTableHead(sheet, from)
  for (const line of lines) {
    const texts = [...sheet.wrap(line.description, 215), ...periodOf(line)]
    if (y + texts.length * 12 > bottom) {
      sheet.addPage()
      y = drawTableHead(sheet, 48)
    }
    for (const [i, text] of texts.entries()) sheet.put(text, left, y + i * 12)
    const tax = line.cgstPaise + line.sgstPaise + line.igstPaise
    sheet.put(line.sac, columns.sac, y)
    sheet.put(String(line.quantity), columns.quantity, y, { align: 'right' })
    sheet.put(figure(line.taxablePaise), columns.taxable, y, { align: 'right' })
    sheet.put(figure(tax), columns.tax, y, { align: 'right' })
    sheet.put(figure(line.totalPaise), right, y, { align: 'right' })
    y += texts.length * 12 + 6
  }
  sheet.rule(y)
  return y + 10
}

function sumsOf(invoice: InvoiceRow, lines: readonly LineRow[]): [label: string, paise: number][] {
  const rate = (lines[0]?.rate ?? 0) / 100
  if (isUntaxed(invoice)) return [['Value of supply', invoice.taxablePaise]]
  const taxes: [string, number][] =
    invoice.igstPaise !== 0 || invoice.placeOfSupply !== invoice.supplier.stateCode
      ? [[`IGST ${rate} %`, invoice.igstPaise]]
      : [
          [`CGST ${rate / 2} %`, invoice.cgstPaise],
          [`SGST ${rate / 2} %`, invoice.sgstPaise],
        ]
  return [['Taxable value', invoice.taxablePaise], ...taxes]
}

function drawSums(sheet: Sheet, { invoice, lines }: WholeInvoice, from: number): number {
  let y = from
  for (const [label, paise] of sumsOf(invoice, lines)) {
    sheet.put(label, 390, y, { color: ink.muted })
    sheet.put(figure(paise), right, y, { align: 'right' })
    y += 14
  }
  sheet.put('Total', 390, y + 2, { size: 11, weight: 'bold' })
  sheet.put(`${amount(invoice.totalPaise)} INR`, right, y + 2, { size: 11, weight: 'bold', align: 'right' })
  y += 24
  for (const line of sheet.wrap(amountInWords(invoice.totalPaise), right - left)) {
    sheet.put(line, left, y)
    y += 12
  }
  return y + 8
}

/** Payments, credit and amount due, or the reason for a credit note. */
function settlementOf({ invoice, payments, related }: WholeInvoice): string[] {
  if (invoice.kind === 'creditNote') return [`Reason: ${invoice.reason ?? ''}`]
  return [
    ...payments.map(
      ({ appliedPaise, receivedAt, provider, reference }) =>
        `Paid ${amount(appliedPaise)} on ${formatDate(receivedAt)}: ${provider === 'credit' ? 'account credit' : reference}`,
    ),
    ...related.map(
      ({ number, totalPaise, issuedAt }) =>
        `Credited ${amount(totalPaise)} on ${formatDate(issuedAt)}: ${number}`,
    ),
    duePaise(invoice) > 0 ? `Amount due: ${amount(duePaise(invoice))}` : 'Nothing is due.',
  ]
}

function drawSettlement(sheet: Sheet, whole: WholeInvoice, from: number): void {
  let y = from
  for (const text of settlementOf(whole))
    for (const line of sheet.wrap(text, right - left)) {
      if (y > bottom) {
        sheet.addPage()
        y = 48
      }
      sheet.put(line, left, y)
      y += 13
    }
}

/** The document of an invoice or credit note, as rules 46, 49 and 53 of the CGST Rules require. */
export async function renderInvoice(whole: WholeInvoice): Promise<Uint8Array> {
  const { invoice, lines } = whole
  const title = `${titleOf(invoice)} ${invoice.number}`
  const sheet = await openSheet({ title, author: invoice.supplier.name, at: invoice.issuedAt })
  let y = drawLines(sheet, lines, drawHead(sheet, whole))
  if (y + 140 > bottom) {
    sheet.addPage()
    y = 48
  }
  drawSettlement(sheet, whole, drawSums(sheet, whole, y))
  sheet.eachPage((page, pages) => {
    const style = { size: 8, color: ink.muted } as const
    sheet.put('Computer generated: valid without a signature.', left, bottom + 18, style)
    sheet.put(`${invoice.number} · page ${page} of ${pages}`, right, bottom + 18, {
      ...style,
      align: 'right',
    })
  })
  return sheet.end()
}
