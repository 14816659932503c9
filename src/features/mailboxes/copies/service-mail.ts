import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { CopyRun, OwnedService } from '#features/backups/drivers/service-databases.ts'
import type { ServiceMail } from '#features/backups/drivers/service-mail.ts'
import type { JobContext } from '#server/context.ts'
import { namesIn, removeAll, writeDurably } from '#server/system/disk.ts'
import { type Folder, folders } from '../contract/rules.ts'
import type { Flags } from '../storage/mailboxes.ts'

const isFolder = (text: string): text is Folder => folders.some((folder) => folder === text)

const writeFlags = ({ isSeen, isAnswered, isFlagged }: Flags): string =>
  `${isFlagged ? 'F' : ''}${isAnswered ? 'R' : ''}${isSeen ? 'S' : ''}`

const readFlags = (letters: string): Flags => ({
  isSeen: letters.includes('S'),
  isAnswered: letters.includes('R'),
  isFlagged: letters.includes('F'),
})

/** The mailboxes of a service that are not deleted, or only the one with this address, ordered by address. */
async function readBoxes({ store }: JobContext, { userId, serviceId }: OwnedService, mailbox?: string) {
  const { emailAccounts: a } = store.t
  return store.read
    .select({ accountId: a.id, email: a.email, usedBytes: a.usedBytes })
    .from(a)
    .where(
      and(
        eq(a.userId, userId),
        eq(a.serviceId, serviceId),
        eq(a.type, 'mailbox'),
        isNull(a.deletedAt),
        mailbox === undefined ? undefined : eq(a.email, mailbox),
      ),
    )
    .orderBy(asc(a.email))
}

/** The staging folder of a restore: by account and folder, flags after a colon as in Maildir. */
const stagingOf = ({ env }: JobContext, { runId }: CopyRun): string =>
  join(env.DATA_DIR, 'mail-restores', runId)

/** Backs up and restores the mailboxes of a service. */
export const serviceMail: ServiceMail = {
  async measure(ctx, service) {
    const boxes = await readBoxes(ctx, service)
    return {
      mailboxes: boxes.length,
      bytes: boxes.reduce((sum, { usedBytes }) => sum + usedBytes, 0),
    }
  },
  async *list(ctx, service) {
    for (const { accountId, email } of await readBoxes(ctx, service))
      for await (const found of ctx.mailboxes.list({ userId: service.userId, accountId })) {
        const { folder, file, writtenAt } = found
        const open = () => ctx.mailboxes.open({ userId: service.userId, accountId }, folder, file)
        yield { mailbox: email, folder, file, flags: writeFlags(found), writtenAt, open }
      }
  },
  async stage(ctx, run, message, content) {
    const [box] = await readBoxes(ctx, run, message.mailbox)
    if (!box || !isFolder(message.folder)) {
      // Read to the end, where damage shows.
      for await (const _ of content);
      return
    }
    const at = join(stagingOf(ctx, run), box.accountId, message.folder)
    await mkdir(at, { recursive: true, mode: 0o700 })
    await writeDurably(join(at, `${message.file}:2,${message.flags}`), Readable.from(content), {
      mode: 0o600,
    })
  },
  async addMissing(ctx, run) {
    const root = stagingOf(ctx, run)
    for (const accountId of await namesIn(root))
      for (const folder of folders) {
        const at = join(root, accountId, folder)
        for (const name of await namesIn(at)) {
          const [file = '', flags = ''] = name.split(':2,')
          const box = { userId: run.userId, accountId }
          await ctx.mailboxes.putBack(box, folder, { file, path: join(at, name), flags: readFlags(flags) })
        }
      }
  },
  discard: (ctx, run) => removeAll(stagingOf(ctx, run)),
}
