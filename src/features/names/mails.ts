import type { Template } from '#features/mail/template.ts'
import { showName } from '#shared/names/show-name.ts'
import { heldDays } from './contract/held-days.ts'

/** Sent when another customer verified the domain of a service. */
export const domainLost =
  ({ id, domain }: { id: string; domain: string }): Template =>
  ({ origin }) => ({
    kind: 'service.domain-lost',
    relatedId: id,
    subject: `${showName(domain)} no longer shows your site`,
    paragraphs: [
      `Another customer verified that they own ${showName(domain)}, so it is no longer the domain of your service.`,
      'Your files are safe. If the domain is yours, check who can change its DNS records. Otherwise choose another domain for your site.',
    ],
    action: { label: 'See your websites', url: `${origin}/websites` },
  })

/** Sent when the name of a pending order is no longer reserved. */
export const nameReleased =
  (order: { id: string; domain: string }): Template =>
  ({ origin }) => ({
    kind: 'order.released',
    relatedId: order.id,
    subject: `${order.domain} is no longer reserved`,
    paragraphs: [
      `Your order is still waiting for approval. We reserved ${order.domain} for ${heldDays} days; now others can use it.`,
      'If it is still free, you can set it once your service is active.',
    ],
    action: { label: 'See your order', url: `${origin}/pending-activation?order=${order.id}` },
  })
