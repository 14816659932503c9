import type { Tx } from '#db/types.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { Addressee } from '#features/mail/template.ts'
import type { Context } from '#server/context.ts'
import { passwordChanged, resetPasswordMail, verifyEmail } from '../mails.ts'
import { issueToken } from '../tokens.ts'

type Account = Addressee & { id: string }

/** Sends a verification mail with a new token. */
export async function sendVerification(tx: Tx, ctx: Context, to: Account): Promise<void> {
  const token = await issueToken(tx, { kind: 'verify', user: to, now: ctx.now() })
  await sendMail(tx, ctx, verifyEmail({ userId: to.id, token }), to)
}

/** Sends a mail with a new reset token. */
export async function sendReset(tx: Tx, ctx: Context, to: Account): Promise<void> {
  const token = await issueToken(tx, { kind: 'reset', user: to, now: ctx.now() })
  await sendMail(tx, ctx, resetPasswordMail({ userId: to.id, token }), to)
}

/** Tells the owner of an account that its password was changed. */
export async function sendPasswordChanged(tx: Tx, ctx: Context, to: Account): Promise<void> {
  await sendMail(tx, ctx, passwordChanged({ userId: to.id }), to)
}
