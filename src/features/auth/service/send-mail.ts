import { eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { Addressee } from '#features/mail/template.ts'
import type { NoticeContext } from '#features/notifications/follower.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { Context } from '#server/context.ts'
import { emailChanged, passwordChanged, resetPasswordMail, verifyEmail } from '../mails/mails.ts'
import { type SecurityChange, securityChanged } from '../mails/security.ts'
import { issueToken } from '../tokens.ts'

type Account = Addressee & { id: string }

/** Sends a verification mail with a new token. */
export async function sendVerification(tx: Tx, ctx: Context, to: Account): Promise<void> {
  const token = await issueToken(tx, { kind: 'verify', user: to, now: ctx.now() })
  await sendMail(tx, ctx, verifyEmail({ userId: to.id, token }), to)
}

/** Sends a mail with a new reset token, to the last verified address until the present one is verified. */
export async function sendReset(
  tx: Tx,
  ctx: Context,
  account: Account & { verifiedEmail: string | null },
): Promise<void> {
  const { verifiedEmail } = account
  const to = verifiedEmail === null ? account : { ...account, email: verifiedEmail, emailVerified: true }
  const token = await issueToken(tx, { kind: 'reset', user: to, now: ctx.now() })
  await sendMail(tx, ctx, resetPasswordMail({ userId: to.id, token }), to)
}

/** Notifies the old address of an account of its change, with an undo link. */
export async function sendEmailChanged(tx: Tx, ctx: Context, former: Account): Promise<void> {
  const token = await issueToken(tx, { kind: 'undo', user: former, now: ctx.now() })
  await sendMail(tx, ctx, emailChanged({ userId: former.id, token }), former)
  await notify(tx, ctx, {
    ...{ userId: former.id, kind: 'security.email', hasOwnMail: true, link: '/account' },
    // The undo link goes to the old address alone.
    subject: 'Your email address was changed',
    body: 'The previous address received a link to undo the change.',
  })
}

/** Notifies the owner of a password change, also at the last verified address. */
export async function sendPasswordChanged(tx: Tx, ctx: Context, to: Account): Promise<void> {
  const { id: userId } = to
  const template = passwordChanged({ userId })
  await notify(tx, ctx, { userId, kind: 'security.password', template, link: '/account' })
  const { users } = tx.t
  const [row] = await tx.select({ email: users.verifiedEmail }).from(users).where(eq(users.id, userId))
  if (row?.email) await sendMail(tx, ctx, template, { ...to, email: row.email, emailVerified: true })
}

/** Notifies the owner that a way to sign in has changed. */
export async function notifyOfChange(
  tx: Tx,
  ctx: NoticeContext,
  to: Account,
  change: SecurityChange,
): Promise<void> {
  const { id: userId } = to
  const kind = change.startsWith('passkey') ? 'security.passkey' : 'security.two-factor'
  await notify(tx, ctx, { userId, kind, template: securityChanged({ userId, change }) })
}
