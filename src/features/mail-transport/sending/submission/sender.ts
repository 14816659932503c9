import { createHash } from 'node:crypto'
import { type Attempt, checkThrottle, clearFailures, recordFailure } from '#db/limits.ts'
import { withPasswords } from '#features/auth/passwords/passwords.ts'
import { type Recipient, resolveRecipient } from '#features/mailboxes/addresses/resolve-recipient.ts'
import { readAddress } from '#features/mailboxes/contract/address.ts'
import { isKnownNetwork, rememberNetwork } from '#features/mailboxes/service/known-networks.ts'
import type { AccountRow } from '#features/mailboxes/service/rows.ts'
import type { Deps } from '#server/context.ts'
import { limiterKey } from '#shared/address.ts'

type Account = Extract<Recipient, { kind: 'account' }>

const maxPassword = 128

/** The mailbox with exactly this address. */
async function findMailbox(deps: Pick<Deps, 'store'>, address: string): Promise<Account | null> {
  const found = await resolveRecipient(deps, address)
  const isIt =
    found.kind === 'account' && found.row.email === readAddress(address) && found.row.type === 'mailbox'
  return isIt ? found : null
}

const keyOfNobody = (name: string) => createHash('sha256').update(name.toLowerCase()).digest('base64url')

/** Whether the account may send mail now. */
const maySend = ({ row, isServiceOpen }: Account): boolean => row.status === 'active' && isServiceOpen

/**
 * The mailbox with this address and password; null for others, after the same work. An address in a known network waits only for
 * its own failures, so that guesses by strangers cannot lock out the owner.
 * @throws TOO_MANY_REQUESTS after too many failures of the mailbox or the address, UNAVAILABLE
 */
export async function authenticate(
  deps: Deps,
  { name, password, address }: { name: string; password: string; address: string },
): Promise<AccountRow | null> {
  const known = await findMailbox(deps, name)
  const account = `mail:${known?.row.id ?? keyOfNobody(name)}`
  const attempt = (): Attempt => {
    const now = deps.now()
    const isKnown = known !== null && isKnownNetwork(known.row, { address, now })
    return { account, address, device: isKnown ? limiterKey(address) : null, now }
  }
  await checkThrottle(deps.store, attempt())
  return withPasswords({ account, address }, async (passwords) => {
    await checkThrottle(deps.store, attempt())
    const mailbox = await findMailbox(deps, name)
    const hash = password.length <= maxPassword ? (mailbox?.row.passwordHash ?? null) : null
    const isRight = await passwords.verify(password.slice(0, maxPassword), hash)
    await deps.store.tx(async (tx) => {
      if (!isRight) return recordFailure(tx, attempt())
      await clearFailures(tx, attempt())
      if (mailbox) await rememberNetwork(tx, mailbox.row, { address, now: deps.now() })
    })
    return isRight && mailbox ? mailbox.row : null
  })
}

/** The current account, if its password is unchanged since the sign-in and it may send. */
export async function findSender(
  deps: Pick<Deps, 'store'>,
  { email, passwordHash }: AccountRow,
): Promise<AccountRow | null> {
  const mailbox = await findMailbox(deps, email)
  return mailbox && mailbox.row.passwordHash === passwordHash && maySend(mailbox) ? mailbox.row : null
}

/** Whether an account may send as an address: its own, with or without a `+tag`, or an alias of it. */
export async function isOwnAddress(
  deps: Pick<Deps, 'store'>,
  { account, address }: { account: AccountRow; address: string },
): Promise<boolean> {
  const found = await resolveRecipient(deps, address)
  if (found.kind !== 'account' || found.row.userId !== account.userId) return false
  const { row, tag } = found
  // A catch-all receives mail for any address but may not send as any.
  if (tag === null && row.email !== readAddress(address)) return false
  if (row.id === account.id) return true
  return row.type === 'alias' && row.status === 'active' && (row.forwardTo ?? []).includes(account.email)
}
