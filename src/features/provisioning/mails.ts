import type { Template } from '#features/mail/template.ts'

/** Sent when a service became active. `relatedId`: its order, or the service if it has none. */
export const serviceActivated =
  ({ relatedId, planName }: { relatedId: string; planName: string }): Template =>
  ({ origin }) => ({
    kind: 'service.activated',
    relatedId,
    subject: `Your ${planName} plan is ready`,
    paragraphs: ['You can now upload your site, manage its files and schedule backups.'],
    action: { label: 'Open your dashboard', url: `${origin}/dashboard` },
  })
