import { eq } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { CustomerContext, JobContext } from '#server/context.ts'
import { showName } from '#shared/names/show-name.ts'
import { asSentence } from '#shared/text/shown-text.ts'
import { after, day, formatDate } from '#shared/time.ts'
import { keptDays } from '../contract/ended.ts'

type ServiceRow = Store['t']['userServices']['$inferSelect']
type Letter = { subject: string; body: string; link: string }
type Facts = { name: string; service: ServiceRow; reason: string; now: Date }

const pageOf = ({ id }: ServiceRow) => `/server-management/${id}`

const letters: Record<'suspend' | 'unsuspend' | 'terminate' | 'restore', (facts: Facts) => Letter> = {
  suspend: ({ name, service, reason }) => ({
    subject: `${name} was suspended`,
    body: `${reason}Its site shows that it is suspended. Its files and data are safe.`,
    link: pageOf(service),
  }),
  unsuspend: ({ name, service }) => ({
    subject: `${name} is no longer suspended`,
    body: 'Its site, mail and databases work again.',
    link: pageOf(service),
  }),
  terminate: ({ name, service, reason, now }) => ({
    subject: `${name} has ended`,
    body: service.activatedAt
      ? `${reason}We keep its data until ${formatDate(after(now, keptDays * day))}. Until then you can export it and download its backups, and we can restore the service.`
      : `${reason}It was not set up yet, so there is no data to keep.`,
    link: service.activatedAt ? '/account/data' : '/select-plan',
  }),
  restore: ({ name, service }) => ({
    subject: `${name} is back`,
    body: service.domain
      ? 'It is running again with the files, databases and mailboxes that it had when it ended.'
      : 'It is running again with the files, databases and mailboxes that it had when it ended, but without a domain.',
    link: pageOf(service),
  }),
}

type OwnerNotice = { change: string; serviceId: string; reason: string | null | undefined }

const isLetter = (change: string): change is keyof typeof letters => Object.hasOwn(letters, change)

/** Notifies a service's owner of a decision; retries of its setup send nothing. Runs in the caller's transaction. */
export async function notifyOwner(
  tx: Tx,
  ctx: CustomerContext | JobContext,
  { change, serviceId, reason }: OwnerNotice,
): Promise<void> {
  if (!isLetter(change)) return
  const { userServices } = tx.t
  const [service] = await tx.select().from(userServices).where(eq(userServices.id, serviceId))
  if (!service) return
  const letter = letters[change]({
    name: service.domain === null ? 'Your service' : showName(service.domain),
    service,
    reason: reason ? `Reason: ${asSentence(reason)} ` : '',
    now: ctx.now(),
  })
  const { userId, id } = service
  await notify(tx, ctx, { userId, kind: 'service.suspended', relatedId: id, ...letter })
}
