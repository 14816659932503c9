import { composeMail, greet } from '#shared/mail.ts'

/** Sent to whoever wrote to us, with the reference of the message. */
export const contactAcknowledged = (
  to: { firstName: string },
  companyName: string,
  message: { reference: string; subject: string },
) => ({
  kind: 'contact.acknowledged',
  subject: `We have received your message (${message.reference})`,
  ...composeMail({
    companyName,
    greeting: greet(to.firstName),
    paragraphs: [
      `Thank you for writing to us about “${message.subject}”.`,
      `Your reference is ${message.reference}. We typically respond within 24 hours on business days.`,
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
