import type { Template } from '#features/mail/template.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatDate } from '#shared/time.ts'
import { keptText } from './contract/kept.ts'

type Ready = { id: string; fileSize: number; missing: number; expiresAt: Date | null }

/** Sent when the archive of everything can be downloaded. */
export const exportReady =
  ({ id, fileSize, missing, expiresAt }: Ready): Template =>
  ({ companyName, origin }) => ({
    kind: 'account.export',
    relatedId: id,
    subject: 'Your data is ready to download',
    paragraphs: [
      `Everything that you have at ${companyName} is in one archive of ${formatBytes(fileSize)}. It can be downloaded once${
        expiresAt ? `, until ${formatDate(expiresAt)}` : ''
      }, by you alone: sign in first.`,
      ...(missing > 0
        ? [
            `${missing === 1 ? 'One thing' : `${missing} things`} could not be put in. The file manifest.json in the archive names ${missing === 1 ? 'it' : 'them'}, with the reason.`,
          ]
        : []),
      'If you did not ask for it, change your password immediately.',
    ],
    action: { label: 'Your data', url: `${origin}/account/data` },
  })

type Deletion = { id: string; endsAt: Date }

/** Sent when the deletion of an account was asked for. */
export const deletionBegun =
  ({ id, endsAt }: Deletion): Template =>
  ({ companyName, origin }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: `Your account will be deleted on ${formatDate(endsAt)}`,
    paragraphs: [
      `Your ${companyName} account, with your services, sites, databases, mailboxes and domains, will be deleted on ${formatDate(endsAt)}. Until then everything works as before, and you can keep your account.`,
      keptText,
      'If it was not you, sign in, keep your account and change your password immediately.',
    ],
    action: { label: 'Keep my account', url: `${origin}/account/data` },
  })

/** Sent a day before the end. */
export const deletionSoon =
  ({ id, endsAt }: Deletion): Template =>
  ({ companyName, origin }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: `Your account will be deleted on ${formatDate(endsAt)}`,
    paragraphs: [
      `This is the last reminder: your ${companyName} account will be deleted on ${formatDate(endsAt)}. After that nobody can bring it back.`,
      'Download what you want to keep before.',
    ],
    action: { label: 'Keep my account', url: `${origin}/account/data` },
  })

/** Sent when the customer changed their mind. */
export const deletionTakenBack =
  ({ id }: { id: string }): Template =>
  ({ companyName }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: 'Your account is kept',
    paragraphs: [`Your ${companyName} account is not going to be deleted. Everything is as it was.`],
  })

/** Sent when meanwhile nobody else is an administrator. */
export const deletionKeptForAdministration =
  (id: string): Template =>
  ({ companyName }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: 'Your account was not deleted',
    paragraphs: [
      `You are the last administrator of ${companyName}. Make somebody else one, and delete your account again.`,
    ],
  })

/** Sent to the address that is forgotten with it. */
export const deletionDone =
  (id: string): Template =>
  ({ companyName }) => ({
    kind: 'account.deletion',
    relatedId: id,
    subject: 'Your account was deleted',
    paragraphs: [
      `Your ${companyName} account is closed, and what you had is being removed. Your services have ended; their files, databases and backups are gone in 30 days.`,
      keptText,
    ],
  })
