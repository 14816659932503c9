import type { Template } from '#features/mail/template.ts'

/**
 * Sent to the address that a message named, with its reference. Nobody has shown that the address is theirs, so nothing
 * that was typed goes there: it would let anybody send mails of their own wording in the company's name.
 */
export const contactAcknowledged =
  ({ id, reference }: { id: string; reference: string }): Template =>
  () => ({
    kind: 'contact.acknowledged',
    relatedId: id,
    subject: `We have received your message (${reference})`,
    paragraphs: [
      'Thank you for writing to us.',
      `Your reference is ${reference}. We typically respond within 24 hours on business days.`,
      'If you did not write to us, you can ignore this email.',
    ],
  })

type Message = { id: string; reference: string; subject: string; message: string; email: string }

/** Sent to the company's own address, when one is set. */
export const contactForwarded =
  ({ id, reference, subject, message, email }: Message): Template =>
  () => ({
    kind: 'contact.received',
    relatedId: id,
    subject: `Contact message ${reference}: ${subject}`,
    greeting: `From ${email}`,
    paragraphs: message.split(/\n+/),
  })
