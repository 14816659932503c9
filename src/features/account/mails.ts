import type { Template } from '#features/mail/template.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatDate } from '#shared/time.ts'
import { retentionText } from './contract/retention.ts'

type Ready = { id: string; fileSize: number; missing: number; expiresAt: Date | null }

/** Sent when the data archive can be downloaded. */
export const exportReady =
  ({ id, fileSize, missing, expiresAt }: Ready): Template =>
  ({ companyName, origin }) => ({
    kind: 'account.export',
    relatedId: id,
    subject: 'Your data is ready to download',
    paragraphs: [
      `Your ${companyName} data is ready in one archive of ${formatBytes(fileSize)}. You can download it once${
        expiresAt ? `, until ${formatDate(expiresAt)}` : ''
      }. Sign in first.`,
      ...(missing > 0
        ? [
            `${missing === 1 ? 'One item' : `${missing} items`} could not be included. The file manifest.json in the archive lists ${missing === 1 ? 'it' : 'them'} with the reason.`,
          ]
        : []),
      'If you did not request it, change your password immediately.',
    ],
    action: { label: 'Your data', url: `${origin}/account/data` },
  })

type Deletion = { id: string; endsAt: Date }

/** Sent when a customer requests deletion. */
export const deletionBegun =
  ({ id, endsAt }: Deletion): Template =>
  ({ companyName, origin }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: `Your account will be deleted on ${formatDate(endsAt)}`,
    paragraphs: [
      `Your ${companyName} account, with your services, sites, databases, mailboxes and domains, will be deleted on ${formatDate(endsAt)}. Until then everything works as before, and you can keep your account.`,
      retentionText,
      'If this was not you, sign in, keep your account and change your password immediately.',
    ],
    action: { label: 'Keep my account', url: `${origin}/account/data` },
  })

/** Sent a day before the deletion. */
export const deletionSoon =
  ({ id, endsAt }: Deletion): Template =>
  ({ companyName, origin }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: `Your account will be deleted on ${formatDate(endsAt)}`,
    paragraphs: [
      `This is the last reminder: your ${companyName} account will be deleted on ${formatDate(endsAt)}. It cannot be restored after that.`,
      'Download what you want to keep before then.',
    ],
    action: { label: 'Keep my account', url: `${origin}/account/data` },
  })

/** Sent when the customer cancels. */
export const deletionTakenBack =
  ({ id }: { id: string }): Template =>
  ({ companyName }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: 'Account deletion cancelled',
    paragraphs: [`Your ${companyName} account will not be deleted. Nothing has changed.`],
  })

/** Sent when the user has become the last administrator in the meantime. */
export const deletionKeptForAdministration =
  (id: string): Template =>
  ({ companyName }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: 'Your account was not deleted',
    paragraphs: [
      `You are the last administrator of ${companyName}. Appoint another one, then delete your account again.`,
    ],
  })

/** Sent to the account's address before that is erased. */
export const deletionDone =
  (id: string): Template =>
  ({ companyName }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: 'Your account was deleted',
    paragraphs: [
      `Your ${companyName} account is closed, and your data is being removed. Your services have ended; their files, databases and backups will be deleted in 30 days.`,
      retentionText,
    ],
  })
