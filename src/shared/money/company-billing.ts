import { listWords } from '../text/list-words.ts'

/** What invoices say about the supplier, and where customers pay; no page shows it to visitors. */
export type CompanyBilling = {
  legalName: string
  address: string[]
  /** The two digits that GST gives the state. */
  stateCode: string
  /** NULL for a supplier who is not registered: invoices are then bills of supply without tax. */
  gstin: string | null
  /** The code of the service, `998315`: hosting and infrastructure. */
  sac: string
  bank: { accountName: string; accountNumber: string; ifsc: string; bank: string }
  upiId: string
}

export type BillingOverrides = Partial<CompanyBilling>

/** Samples, which documents call by that name (docs/product.md, "Billing"). */
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

/** What the operator has not said of the supplier: with any of it missing, invoices say that they are no tax invoices. */
export const missingTaxDetails = (overrides: BillingOverrides = {}): string[] =>
  taxParts.filter((part) => overrides[part] === undefined)

/** What is missing of the supplier, in a sentence; null when nothing is. */
export function complainOfSupplier(overrides?: BillingOverrides): string | null {
  const missing = missingTaxDetails(overrides).map((part) => `billing.${part}`)
  if (missing.length === 0) return null
  return `Invoices say that they are no tax invoices: set ${listWords(missing)} in COMPANY_FILE.`
}
