import { createHash, randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asDiskError, incomingFolder, makeFolderWithin } from '#features/files/storage/folders.ts'
import type { CustomerContext } from '#server/context.ts'
import { isMissing } from '#server/system/disk.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, minute } from '#shared/time.ts'
import type { archiveOutput } from '../contract/contract.ts'
import { readSelection } from './read-selection.ts'

type Ticket = { ids: string[]; expiresAt: number }

const ticketMs = 2 * minute

/** Derived from its owner's token. The folder is shared by all nodes, and leftovers are swept. */
function ticketPath({ env, user }: CustomerContext, token: string): string {
  const name = createHash('sha256').update(`${user.id}:${token}`).digest('hex')
  return join(incomingFolder(env.DATA_DIR), `archive-${name}`)
}

/**
 * Creates a URL at which only the caller can download these files and folders as a zip, once and within two minutes.
 * @throws NOT_FOUND when one is missing, INVALID for more than 500 files, DISK_FULL
 */
export async function offerArchive(
  ctx: CustomerContext,
  { ids }: { ids: string[] },
): Promise<Answer<typeof archiveOutput>> {
  await readSelection(ctx, ids)
  const token = randomBytes(24).toString('base64url')
  const expiresAt = after(ctx.now(), ticketMs)
  const ticket: Ticket = { ids, expiresAt: expiresAt.getTime() }
  try {
    await makeFolderWithin(incomingFolder(ctx.env.DATA_DIR))
    await writeFile(ticketPath(ctx, token), JSON.stringify(ticket), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw asDiskError(error)
  }
  return { url: `/api/files/archive?ticket=${token}`, expiresAt }
}

const noTicket = () => notFound('This download')

/** Consumes a ticket and returns its selection. @throws NOT_FOUND for another user's, a used or an expired one */
export async function redeemTicket(ctx: CustomerContext, token: string): Promise<string[]> {
  const path = ticketPath(ctx, token)
  const mine = `${path}.${Bun.randomUUIDv7()}`
  try {
    // A rename succeeds for only one of two concurrent requests, on any node.
    await rename(path, mine)
  } catch (error) {
    throw isMissing(error) ? noTicket() : error
  }
  const { ids, expiresAt }: Ticket = JSON.parse(await readFile(mine, 'utf8'))
  await rm(mine, { force: true })
  if (expiresAt <= ctx.now().getTime()) throw noTicket()
  return ids
}
