import { composeMail } from '#shared/mail.ts'

/**
 * Sent to the address that a message named, with its reference. Nobody has shown that the address is theirs, so nothing
 * that was typed goes there: it would let anybody send mails of their own wording in the company's name.
 */
export const contactAcknowledged = (companyName: string, reference: string) => ({
  kind: 'contact.acknowledged',
  subject: `We have received your message (${reference})`,
  ...composeMail({
    companyName,
    greeting: 'Hello,',
    paragraphs: [
      'Thank you for writing to us.',
      `Your reference is ${reference}. We typically respond within 24 hours on business days.`,
      'If you did not write to us, you can ignore this email.',
    ],
  }),
})

/** Sent to the company's own address, when one is set. */
export const contactForwarded = (
  companyName: string,
  message: { reference: string; subject: string; message: string; from: string },
) => ({
  kind: 'contact.received',
  subject: `Contact message ${message.reference}: ${message.subject}`,
  ...composeMail({ companyName, greeting: `From ${message.from}`, paragraphs: message.message.split(/\n+/) }),
})
