import { createRoute } from '@tanstack/react-router'
import { readUuid } from '#shared/uuid.ts'
import { publicArea } from '#web/areas.tsx'
import { lazyPublicPage } from '#web/lib/navigation/lazy-page.ts'
import { describePage } from '#web/lib/navigation/page-description.ts'
import { given } from '#web/lib/search-values.ts'

const referencePattern = /^CM-[A-Z2-9]{8}$/

const contactRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/contact',
  /** `?sent=` is the reference of a message posted without a script, `?order=` preselects an order. */
  validateSearch: ({ sent, order }: Record<string, unknown>): { sent?: string; order?: string } =>
    given({
      sent: referencePattern.test(String(sent)) ? String(sent) : undefined,
      order: readUuid(order),
    }),
  component: lazyPublicPage(() => import('./contact-page.tsx'), 'ContactPage'),
  staticData: { title: 'Contact us' },
  head: describePage(
    'Write to our support team: a person answers, typically within 24 hours on business days.',
  ),
})

const termsRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/terms',
  component: lazyPublicPage(() => import('./terms-page.tsx'), 'TermsPage'),
  staticData: { title: 'Terms of Service' },
  head: describePage('The terms on which we provide hosting, and what we ask of our customers.'),
})

const refundPolicyRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/refund-policy',
  component: lazyPublicPage(() => import('./refund-policy-page.tsx'), 'RefundPolicyPage'),
  staticData: { title: 'Refund Policy' },
  head: describePage('When fees are refunded, how much is paid back, and how to ask for it.'),
})

export const routes = [contactRoute, termsRoute, refundPolicyRoute] as const
