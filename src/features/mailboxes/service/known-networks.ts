import type { Tx } from '#db/types.ts'
import { networkKey } from '#shared/address.ts'
import { after, day } from '#shared/time.ts'
import { type AccountRow, isAccount } from './rows.ts'

const memoryMs = 180 * day
const maxNetworks = 10

type Visit = { address: string; now: Date }

/** The networks with a successful sign-in to the mailbox within half a year, latest first. */
const lately = ({ knownNetworks }: AccountRow, now: Date) =>
  (knownNetworks ?? []).filter(({ at }) => after(new Date(at), memoryMs) > now)

/** Whether the mailbox was signed in to from this network before. Not an authorisation: it only selects the failures that delay. */
export const isKnownNetwork = (row: AccountRow, { address, now }: Visit): boolean =>
  lately(row, now).some(({ network }) => network === networkKey(address))

/** Remembers the network of an address for the mailbox and forgets the one unused for longest. */
export async function rememberNetwork(tx: Tx, row: AccountRow, { address, now }: Visit): Promise<void> {
  const network = networkKey(address)
  const before = lately(row, now)
  const [latest] = before
  // A program that signs in every minute causes one write a day.
  if (latest?.network === network && after(new Date(latest.at), day) > now) return
  const others = before.filter((each) => each.network !== network)
  const knownNetworks = [{ network, at: now.toISOString() }, ...others].slice(0, maxNetworks)
  await tx.update(tx.t.emailAccounts).set({ knownNetworks }).where(isAccount(tx.t, row))
}
