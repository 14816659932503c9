import { and, eq, sql } from 'drizzle-orm'
import { prepareOnce } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { resolveRecipient } from '#features/mailboxes/addresses/resolve-recipient.ts'
import { readAddress } from '#features/mailboxes/contract/address.ts'
import type { AccountRow } from '#features/mailboxes/service/rows.ts'
import type { Deps } from '#server/context.ts'
import { mib } from '#shared/bytes.ts'
import { type Role, resolveAddress } from '../addresses/role-addresses.ts'
import { readRewritten } from '../sending/srs.ts'
import { replies } from '../smtp/reply.ts'
import { checkGreylist } from './greylist.ts'

type Finding = Pick<Deps, 'store' | 'now' | 'secrets' | 'env' | 'origin'>

/**
 * The recipient of one RCPT: an account, a role without one, or the original sender of a message that was forwarded here and
 * bounced.
 */
export type FoundRecipient =
  | { kind: 'account'; row: AccountRow; address: string; isKept: boolean; isForwarded: boolean }
  | Role
  | { kind: 'bounce'; address: string }

export type RecipientQuery = {
  /** The address as given. */
  address: string
  sender: string
  client: string
  /** The size that the client declares; 0 when it does not. */
  sizeBytes: number
}

type DomainKey = Pick<AccountRow, 'userId' | 'domainId'>

const greylistOfDomain = ({ read, t: { emailDomains: m } }: Store) =>
  read
    .select({ greylisting: m.greylisting })
    .from(m)
    .where(and(eq(m.userId, sql.placeholder('userId')), eq(m.domainId, sql.placeholder('domainId'))))
    .prepare('greylist_of_domain')

async function hasGreylist({ store }: Finding, { userId, domainId }: DomainKey): Promise<boolean> {
  if (domainId === null) return false
  const [row] = await prepareOnce(store, greylistOfDomain).execute({ userId, domainId })
  return row?.greylisting ?? false
}

/** @throws SmtpReply when a message of this size does not fit into the mailbox */
export function assertFits({ usedBytes, quota }: AccountRow, sizeBytes: number): void {
  if (sizeBytes > quota * mib) throw replies.tooLargeForMailbox()
  if (usedBytes + sizeBytes > quota * mib || usedBytes >= quota * mib) throw replies.mailboxFull()
}

/** @throws SmtpReply when greylisting of the domain defers this sender */
async function checkGreylistOf(deps: Finding, place: DomainKey, query: RecipientQuery): Promise<void> {
  if (!(await hasGreylist(deps, place))) return
  const { client, sender, address } = query
  if (!(await checkGreylist(deps, { address: client, sender, recipient: address }))) throw replies.later()
}

/** @throws SmtpReply when the account or its service does not accept mail */
function assertOpen({ row, isServiceOpen }: { row: AccountRow; isServiceOpen: boolean }): void {
  if (row.status === 'suspended') throw replies.suspended()
  if (!isServiceOpen) throw replies.paused()
}

/**
 * Recipients that still accept mail after the transfer, which may take minutes.
 * @throws SmtpReply when none of them does
 */
export async function stillOpen(
  deps: Finding,
  recipients: readonly FoundRecipient[],
): Promise<FoundRecipient[]> {
  const open: FoundRecipient[] = []
  let refusal: unknown = null
  for (const found of recipients) {
    try {
      if (found.kind === 'account') {
        const now = await resolveRecipient(deps, found.row.email)
        if (now.kind === 'unknown') throw replies.unknown()
        assertOpen(now)
      }
      open.push(found)
    } catch (error) {
      refusal = error
    }
  }
  if (refusal !== null && open.length === 0) throw refusal
  return open
}

/**
 * The recipients of an address.
 * @throws SmtpReply with the reason: unknown, suspended, full, or deferred
 */
export async function findRecipient(deps: Finding, query: RecipientQuery): Promise<FoundRecipient> {
  const { address, sizeBytes } = query
  if (readRewritten(deps, address) !== null) return { kind: 'bounce', address }
  const email = readAddress(address)
  const found = await resolveAddress(deps, address)
  if (found.kind === 'role') {
    if (found.domain) await checkGreylistOf(deps, found.domain, { ...query, address: found.address })
    return found
  }
  if (email === null) throw replies.unknown()
  if (found.kind === 'unknown') throw found.isOurDomain ? replies.unknown() : replies.relay()
  const { row } = found
  assertOpen(found)
  const isForwarded = (row.forwardTo ?? []).length > 0
  const isKept = row.type === 'mailbox' && (row.keepCopy || !isForwarded)
  if (row.status === 'pending' || (!isKept && !isForwarded)) throw replies.pending()
  if (isKept) assertFits(row, sizeBytes)
  await checkGreylistOf(deps, row, { ...query, address: email })
  return { kind: 'account', row, address: email, isKept, isForwarded }
}
