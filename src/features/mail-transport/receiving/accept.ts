import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checks } from '#features/mailboxes/filing/record.ts'
import { countUnstored } from '#features/mailboxes/filing/record.ts'
import { warnOf } from '#features/mailboxes/filing/warn.ts'
import type { Box, StoredFile } from '#features/mailboxes/storage/mailboxes.ts'
import type { Deps } from '#server/context.ts'
import { writeAll } from '#server/system/disk.ts'
import type { Role } from '../addresses/role-addresses.ts'
import { recordLater } from '../delivery/deliver-to.ts'
import type { ReadMessage } from '../delivery/describe-message.ts'
import { forwarderOf, forwardForRole, forwardMessage } from '../sending/forward.ts'
import type { FoundRecipient } from './find-recipient.ts'
import { spoolFolder } from './intake.ts'

/** A checked message with its trace fields. */
export type Accepted = {
  content: () => AsyncIterable<Uint8Array>
  sender: string
  checks: Checks
  description: ReadMessage
  recipients: readonly FoundRecipient[]
}

type Accepting = Pick<
  Deps,
  'env' | 'origin' | 'store' | 'now' | 'events' | 'log' | 'mailboxes' | 'mailQueue' | 'secrets'
>
type Account = Extract<FoundRecipient, { kind: 'account' }>

/** Each account once, even when several of its addresses are recipients. */
export const accountsOf = (recipients: readonly FoundRecipient[]): Account[] => [
  ...new Map(
    recipients.filter((found) => found.kind === 'account').map((found) => [found.row.id, found]),
  ).values(),
]

/** Role addresses, each with its reader once. */
const rolesOf = (recipients: readonly FoundRecipient[]): Role[] => [
  ...new Map(
    recipients.filter((found) => found.kind === 'role').map((found) => [found.target, found]),
  ).values(),
]

const boxOf = ({ row }: Account): Box => ({ userId: row.userId, accountId: row.id })

/** One complete, synced file for all. */
async function writeShared(deps: Accepting, content: AsyncIterable<Uint8Array>): Promise<string> {
  await mkdir(spoolFolder(deps.env.DATA_DIR), { recursive: true, mode: 0o700 })
  const path = join(spoolFolder(deps.env.DATA_DIR), Bun.randomUUIDv7())
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) await writeAll(handle, chunk)
    await handle.sync()
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

type Placed = { account: Account; filed: StoredFile }

/** Stores the message durably in all these mailboxes, or in none. */
async function placeAll(deps: Accepting, { content, checks }: Accepted, accounts: readonly Account[]) {
  const folder = checks.spamReasons.length > 0 ? 'spam' : 'inbox'
  const placed: Placed[] = []
  const [only] = accounts
  let shared: string | null = null
  try {
    if (only && accounts.length === 1)
      placed.push({ account: only, filed: await deps.mailboxes.deliver(boxOf(only), folder, content()) })
    else if (only) {
      shared = await writeShared(deps, content())
      for (const account of accounts)
        placed.push({ account, filed: await deps.mailboxes.adopt(boxOf(account), folder, shared) })
    }
  } catch (error) {
    for (const { account, filed } of placed)
      await deps.mailboxes.remove(boxOf(account), folder, filed.file).catch(() => {})
    throw error
  } finally {
    if (shared !== null) await rm(shared, { force: true })
  }
  return { folder, placed } as const
}

/** Bounces of forwarded mail leave by the queue, which resolves the SRS address. */
async function returnTo(deps: Accepting, { content, sender, description }: Accepted, addresses: string[]) {
  if (addresses.length === 0) return
  const stored = await deps.mailQueue.store(content())
  const { subject } = description.described
  const departure = {
    owner: null,
    kind: 'report' as const,
    sender,
    recipients: addresses,
    subject,
    ...stored,
  }
  await deps.store.tx((tx) => deps.mailQueue.enqueue(tx, departure))
}

/**
 * Stores the message durably for all recipients: as a file in mailboxes, as a queue row for forwardings and bounces. Spam is
 * filed and not forwarded. @throws errors of the disk, the database or the queue; then no mailbox has it
 */
export async function acceptMessage(deps: Accepting, accepted: Accepted): Promise<void> {
  const { recipients, sender, content, checks, description } = accepted
  const accounts = accountsOf(recipients)
  const isSpam = checks.spamReasons.length > 0
  const bounces = recipients.filter((found) => found.kind === 'bounce').map(({ address }) => address)
  const { folder, placed } = await placeAll(
    deps,
    accepted,
    accounts.filter(({ isKept }) => isKept),
  )
  try {
    const { subject } = description.described
    for (const role of isSpam ? [] : rolesOf(recipients))
      await forwardForRole(deps, role, { sender, subject, content })
    await returnTo(deps, accepted, bounces)
    for (const { row, isForwarded } of accounts)
      if (isForwarded && !isSpam)
        await forwardMessage(deps, { by: forwarderOf(row), sender, subject, content })
  } catch (error) {
    for (const { account, filed } of placed)
      await deps.mailboxes.remove(boxOf(account), folder, filed.file).catch(() => {})
    throw error
  }
  const unkept = accounts.filter(({ isKept }) => !isKept).map(({ row }) => row)
  await countUnstored(deps, unkept, isSpam ? 'refused' : 'received').catch((error) =>
    warnOf(deps.log, 'mail not counted', error),
  )
  for (const { account, filed } of placed)
    await recordLater(deps, account.row, {
      filed,
      folder,
      checks,
      description: { ...description, isReceived: true },
    })
}
