import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail } from './mailer.ts'

/** The mail as it is handed to a transport: named by its id, and marked so that nobody's out-of-office answers it (RFC 3834). */
export const toMessage = ({ id, domain, ...mail }: OutgoingMail): SendMailOptions => ({
  ...mail,
  messageId: `<${id}@${domain}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
