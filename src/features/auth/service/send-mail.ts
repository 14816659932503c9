import { enqueueMail } from '#db/outbox.ts'
import type { Tx } from '#db/store.ts'
import type { Context } from '#server/context.ts'
import type { Recipient } from '#shared/mail.ts'
import { passwordChanged, resetPasswordMail, verifyEmail } from '../mails.ts'
import { issueToken } from '../tokens.ts'

type Addressee = Recipient & { id: string; email: string }

const senderOf = (ctx: Context) => ({ companyName: ctx.env.COMPANY_NAME, origin: ctx.origin() })

const addressed = (ctx: Context, to: Addressee) => ({
  to: to.email,
  userId: to.id,
  relatedId: to.id,
  now: ctx.now(),
})

/** Puts a verification mail with a new token into the outbox. */
export async function sendVerification(tx: Tx, ctx: Context, to: Addressee): Promise<void> {
  const token = await issueToken(tx, { kind: 'verify', user: to, now: ctx.now() })
  await enqueueMail(tx, { ...verifyEmail(to, senderOf(ctx), token), ...addressed(ctx, to) })
}

/** Puts a mail with a new reset token into the outbox. */
export async function sendReset(tx: Tx, ctx: Context, to: Addressee): Promise<void> {
  const token = await issueToken(tx, { kind: 'reset', user: to, now: ctx.now() })
  await enqueueMail(tx, { ...resetPasswordMail(to, senderOf(ctx), token), ...addressed(ctx, to) })
}

/** Tells the owner of an account that its password was changed. */
export async function sendPasswordChanged(tx: Tx, ctx: Context, to: Addressee): Promise<void> {
  await enqueueMail(tx, { ...passwordChanged(to, senderOf(ctx)), ...addressed(ctx, to) })
}
