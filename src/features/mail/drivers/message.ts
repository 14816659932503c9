import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail } from './mailer.ts'

/** The mail in transport form: with its id as Message-ID, and marked so that no auto-reply answers it (RFC 3834). */
export const toMessage = ({ id, domain, ...mail }: OutgoingMail): SendMailOptions => ({
  ...mail,
  messageId: `<${id}@${domain}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
