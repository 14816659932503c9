import type { Template } from '#features/mail/template.ts'
import type { StoredNotice } from '../follower.ts'

/** The default mail of a notice: the same text, and a link to the same page. */
export const plainLetter =
  ({ kind, relatedId, subject, body, link }: StoredNotice): Template =>
  ({ origin }) => ({
    kind,
    relatedId: relatedId ?? undefined,
    subject,
    paragraphs: [body ?? `${subject}.`],
    ...(link ? { action: { label: 'Open', url: `${origin}${link}` } } : {}),
  })
