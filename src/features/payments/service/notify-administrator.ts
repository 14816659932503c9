import { asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { Template } from '#features/mail/template.ts'
import type { PaymentsContext } from '../context.ts'

const mostAdministrators = 5

/** A mail to the company's own address or, without one, to the administrators. */
export async function notifyAdministrator(tx: Tx, ctx: PaymentsContext, template: Template): Promise<void> {
  if (ctx.env.CONTACT_EMAIL) {
    await sendMail(tx, ctx, template, { email: ctx.env.CONTACT_EMAIL })
    return
  }
  const { users } = tx.t
  const found = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.createdAt))
    .limit(mostAdministrators)
  for (const user of found) await sendMail(tx, ctx, template, user)
}
