import type { Template } from '#features/mail/template.ts'

/** Sent daily to the person who stores the newest audit seal outside the portal. */
export const dailyNote =
  (head: string): Template =>
  () => ({
    kind: 'audit.head',
    subject: 'Audit log: the newest seal',
    paragraphs: [
      "Store this mail where the portal's operators cannot change it. It can later prove that no audit log entry up to now was changed or removed.",
      `Newest seal: ${head}`,
      `To check: portal audit verify --head ${head}`,
    ],
  })
