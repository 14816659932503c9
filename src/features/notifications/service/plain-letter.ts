import type { Template } from '#features/mail/template.ts'
import type { Told } from '../follower.ts'

/** The mail of a notice that has no other: what the screen says, and a link to the same place. */
export const plainLetter =
  ({ kind, relatedId, subject, body, link }: Told): Template =>
  ({ origin }) => ({
    kind,
    relatedId: relatedId ?? undefined,
    subject,
    paragraphs: [body ?? `${subject}.`],
    ...(link ? { action: { label: 'Open', url: `${origin}${link}` } } : {}),
  })
