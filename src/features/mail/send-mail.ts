import { enqueueJob } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { isDeletedEmail } from '#shared/deleted-email.ts'
import { composeMail, greet } from './compose.ts'
import type { Addressee, Template } from './template.ts'

/** The kind of jobs that send mails. */
export const mailJobKind = 'mail.send'

/**
 * Stores a mail and its job, with the same id, in the transaction of the change it announces; returns the id. Deleted accounts
 * get no mail.
 */
export async function sendMail(
  tx: Tx,
  ctx: Pick<Deps, 'env' | 'now' | 'origin'>,
  template: Template,
  to: Addressee,
): Promise<string> {
  const [id, now, companyName] = [Bun.randomUUIDv7(), ctx.now(), ctx.env.COMPANY_NAME]
  if (isDeletedEmail(to.email)) return id
  const { kind, relatedId, subject, ...letter } = template({ companyName, origin: ctx.origin() })
  const texts = composeMail({ companyName, greeting: greet(to), ...letter })
  await tx.insert(tx.t.mails).values({
    id,
    kind,
    relatedId,
    userId: to.id,
    to: to.email,
    subject,
    ...texts,
    createdAt: now,
  })
  await enqueueJob(tx, { id, kind: mailJobKind, payload: {}, now })
  return id
}
