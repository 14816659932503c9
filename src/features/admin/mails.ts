import type { Template } from '#features/mail/template.ts'

/** Sent once a day to who keeps the newest seal of the audit log apart from the portal. */
export const dailyNote =
  (head: string): Template =>
  () => ({
    kind: 'audit.head',
    subject: 'Audit log: the newest seal',
    paragraphs: [
      'Keep this mail where whoever runs the portal cannot change it. It proves later that no entry of the audit log up to now was changed or removed.',
      `Newest seal: ${head}`,
      `To check: portal audit verify --head ${head}`,
    ],
  })
