import type { Template } from '#features/mail/template.ts'

/**
 * The confirmation to the sender of a message, with its reference. The address is unverified, so no typed text is included: it
 * would let anyone send mails of their own wording in the company's name.
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

/** Sent to the company's own address, if set. */
export const contactForwarded =
  ({ id, reference, subject, message, email }: Message): Template =>
  () => ({
    kind: 'contact.received',
    relatedId: id,
    subject: `Contact message ${reference}: ${subject}`,
    greeting: `From ${email}`,
    paragraphs: message.split(/\n+/),
  })
