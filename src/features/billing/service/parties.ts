import { eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { type CompanyBilling, missingTaxDetails, sampleBilling } from '#shared/money/company-billing.ts'
import type { AccountRow, InvoiceRow } from '../context.ts'
import type { TaxKind } from '../rules/tax.ts'

type Party = InvoiceRow['recipient']

/** The operator's company and payment details, with samples for missing ones. */
export const readSupplier = ({ company }: Pick<Deps, 'company'>): CompanyBilling & { isSample: boolean } => ({
  ...sampleBilling,
  ...company.billing,
  isSample: missingTaxDetails(company.billing).length > 0,
})

/** The supplier's details on an invoice. */
export const supplierParty = ({ legalName, address, stateCode, gstin }: CompanyBilling): Party => ({
  name: legalName,
  address,
  stateCode,
  gstin,
})

const linesOf = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/**
 * The customer's details on an invoice. Without an address, the place of supply is the supplier's, as the IGST Act rules for
 * recipients without an address on record.
 */
export async function readRecipient(
  tx: Tx,
  { account, supplier }: { account: AccountRow; supplier: CompanyBilling },
): Promise<Party> {
  const { users } = tx.t
  const [user] = await tx
    .select({
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      organization: users.organization,
      address: users.address,
    })
    .from(users)
    .where(eq(users.id, account.userId))
  if (!user) throw notFound('This customer')
  const ownName = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return {
    name: account.legalName || user.organization || ownName || user.email,
    address: linesOf(account.address ?? user.address),
    stateCode: account.stateCode ?? supplier.stateCode,
    gstin: account.gstin,
  }
}

/** The tax regime between the two. */
export function taxKindOf(supplier: Pick<Party, 'gstin' | 'stateCode'>, placeOfSupply: string): TaxKind {
  if (supplier.gstin === null) return 'none'
  return supplier.stateCode === placeOfSupply ? 'intra' : 'inter'
}
