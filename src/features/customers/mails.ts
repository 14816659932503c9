import type { Template } from '#features/mail/template.ts'

type Message = { id: string; subject: string; text: string }

/** A message from an administrator to a customer. */
export const customerMessage =
  ({ id, subject, text }: Message): Template =>
  () => ({
    kind: 'customer.message',
    relatedId: id,
    subject,
    paragraphs: text.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
  })
