import { listWords } from '../text/list-words.ts'

/** The supplier on invoices and the payment details; no page shows them to visitors. */
export type CompanyBilling = {
  legalName: string
  address: string[]
  /** The two digits of the state in GST. */
  stateCode: string
  /** NULL for an unregistered supplier: invoices are then bills of supply without tax. */
  gstin: string | null
  /** The service code, `998315`: hosting and infrastructure. */
  sac: string
  bank: { accountName: string; accountNumber: string; ifsc: string; bank: string }
  upiId: string
}

export type BillingOverrides = Partial<CompanyBilling>

/** Samples, which documents label as such (docs/product/invoices.md, "Invoices"). */
export const sampleBilling: CompanyBilling = {
  legalName: 'Sample Hosting Private Limited',
  address: ['Residency Road', 'Bengaluru 560025', 'Karnataka, India'],
  stateCode: '29',
  gstin: '29AAACH0000A1ZN',
  sac: '998315',
  bank: {
    accountName: 'Sample Hosting Private Limited',
    accountNumber: '000000000000',
    ifsc: 'SAMP0000000',
    bank: 'Sample Bank',
  },
  upiId: 'sample@upi',
}

const taxParts = ['legalName', 'address', 'stateCode', 'gstin'] as const

/** The missing supplier details: with any of them missing, invoices are marked as not being tax invoices. */
export const missingTaxDetails = (overrides: BillingOverrides = {}): string[] =>
  taxParts.filter((part) => overrides[part] === undefined)

/** A sentence about missing supplier details; null when none is missing. */
export function complainOfSupplier(overrides?: BillingOverrides): string | null {
  const missing = missingTaxDetails(overrides).map((part) => `billing.${part}`)
  if (missing.length === 0) return null
  return `Invoices are marked as not valid for tax until you set ${listWords(missing)} in COMPANY_FILE.`
}
