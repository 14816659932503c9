import type { Template } from '#features/mail/template.ts'
import { showName } from '#shared/names/show-name.ts'
import { heldDays } from './contract/held-days.ts'

/** Sent when somebody else proved that the domain of a service is theirs. */
export const domainLost =
  ({ id, domain }: { id: string; domain: string }): Template =>
  ({ origin }) => ({
    kind: 'service.domain-lost',
    relatedId: id,
    subject: `${showName(domain)} no longer shows your site`,
    paragraphs: [
      `Another customer has proved that ${showName(domain)} is theirs, so your service does not have it as its domain any more.`,
      'Its files are unharmed. If the name is yours, find out who can change its DNS records; else choose another domain for your site.',
    ],
    action: { label: 'See your websites', url: `${origin}/websites` },
  })

/** Sent when the name of an order that waits is held no longer. */
export const nameReleased =
  (order: { id: string; domain: string }): Template =>
  ({ origin }) => ({
    kind: 'order.released',
    relatedId: order.id,
    subject: `${order.domain} is not reserved any more`,
    paragraphs: [
      `Your order still waits for approval. We kept ${order.domain} for it for ${heldDays} days, and others may use the name now.`,
      'If nobody does, you can set it once your service is active.',
    ],
    action: { label: 'See your order', url: `${origin}/pending-activation?order=${order.id}` },
  })
