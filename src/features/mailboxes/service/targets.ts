import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { invalid } from '#shared/errors.ts'
import { domainOf, showAddress } from '../contract/address.ts'
import { isExample } from '../contract/contract.ts'

type Forwarding = { userId: string; email: string; targets: readonly string[] }

/** The forwarding targets of the caller's own accounts among these addresses. */
async function readNext(tx: Tx, userId: string, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const { emailAccounts: a } = tx.t
  const rows = await tx
    .select({ forwardTo: a.forwardTo })
    .from(a)
    .where(and(eq(a.userId, userId), inArray(a.email, [...addresses]), isNull(a.deletedAt)))
  return rows.flatMap(({ forwardTo }) => forwardTo ?? [])
}

/**
 * Checks the forwarding targets of an address.
 * @throws INVALID for the address itself, an example domain, and a target that forwards back to it
 */
export async function assertTargets(tx: Tx, { userId, email, targets }: Forwarding): Promise<void> {
  const fault = (message: string) => invalid('forwardTo', message)
  if (targets.includes(email)) throw fault('An address cannot forward to itself.')
  const example = targets.find((target) => isExample(domainOf(target) ?? ''))
  if (example !== undefined)
    throw fault(`${showAddress(example)} is an example address that receives no mail. Enter another address.`)
  const seen = new Set(targets)
  for (let next = await readNext(tx, userId, targets); next.length > 0; ) {
    if (next.includes(email))
      throw fault(`One of these addresses forwards back to ${showAddress(email)}. Enter another address.`)
    const fresh = next.filter((address) => !seen.has(address))
    for (const address of fresh) seen.add(address)
    next = await readNext(tx, userId, [...new Set(fresh)])
  }
}
