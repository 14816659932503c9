import { and, eq } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { mib } from '#shared/bytes.ts'
import { readAddress } from '../contract/address.ts'
import { readRewritten } from '../sending/srs.ts'
import { resolveRecipient } from '../service/resolve-recipient.ts'
import type { AccountRow } from '../service/rows.ts'
import { passGreylist } from './greylist.ts'
import { replies } from './smtp/reply.ts'

type Finding = Pick<Deps, 'store' | 'now' | 'secrets'>

/** Whom one RCPT names: an account, or a sender whose message was forwarded here and comes back. */
export type Found =
  | { kind: 'account'; row: AccountRow; address: string; isKept: boolean; isForwarded: boolean }
  | { kind: 'bounce'; address: string }

export type Asked = {
  /** As it was given. */
  address: string
  sender: string
  client: string
  /** What the client says of the size; 0 when it does not. */
  sizeBytes: number
}

async function hasGreylist({ store }: Finding, { userId, domainId }: AccountRow): Promise<boolean> {
  if (domainId === null) return false
  const { emailDomains: m } = store.t
  const [row] = await store.read
    .select({ greylisting: m.greylisting })
    .from(m)
    .where(and(eq(m.userId, userId), eq(m.domainId, domainId)))
  return row?.greylisting ?? false
}

/** @throws SmtpReply when a message of this size does not fit into the mailbox */
export function assertFits({ usedBytes, quota }: AccountRow, sizeBytes: number): void {
  if (sizeBytes > quota * mib) throw replies.tooLargeForMailbox()
  if (usedBytes + sizeBytes > quota * mib || usedBytes >= quota * mib) throw replies.mailboxFull()
}

/** @throws SmtpReply when the account or its service takes no mail */
function assertOpen({ row, isServiceOpen }: { row: AccountRow; isServiceOpen: boolean }): void {
  if (row.status === 'suspended') throw replies.suspended()
  if (!isServiceOpen) throw replies.paused()
}

/**
 * Those who still take mail once the message is here, which may have taken minutes.
 * @throws SmtpReply when none of them does
 */
export async function stillOpen(deps: Finding, recipients: readonly Found[]): Promise<Found[]> {
  const open: Found[] = []
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
 * Who gets mail to an address.
 * @throws SmtpReply that says why nobody does: unknown, suspended, full, or to be asked again
 */
export async function findRecipient(deps: Finding, asked: Asked): Promise<Found> {
  const { address, sender, client, sizeBytes } = asked
  if (readRewritten(deps, address) !== null) return { kind: 'bounce', address }
  const email = readAddress(address)
  const found = await resolveRecipient(deps, address)
  if (email === null) throw replies.unknown()
  if (found.kind === 'unknown') throw found.isOurDomain ? replies.unknown() : replies.relay()
  const { row } = found
  assertOpen(found)
  const isForwarded = (row.forwardTo ?? []).length > 0
  const isKept = row.type === 'mailbox' && (row.keepCopy || !isForwarded)
  if (row.status === 'pending' || (!isKept && !isForwarded)) throw replies.pending()
  if (isKept) assertFits(row, sizeBytes)
  if (await hasGreylist(deps, row)) {
    const triplet = { address: client, sender, recipient: email }
    if (!(await passGreylist(deps, triplet))) throw replies.later()
  }
  return { kind: 'account', row, address: email, isKept, isForwarded }
}
