import { createRoute } from '@tanstack/react-router'
import { publicArea } from '#web/areas.tsx'
import { lazyPublicPage } from '#web/lib/lazy-page.ts'

const referencePattern = /^CM-[A-Z2-9]{8}$/

const contactRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/contact',
  /** `?sent=` is the reference of a message that was posted without a script. */
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: string } =>
    referencePattern.test(String(sent ?? '')) ? { sent: String(sent) } : {},
  component: lazyPublicPage(() => import('./contact-page.tsx'), 'ContactPage'),
  staticData: { title: 'Contact us' },
})

const termsRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/terms',
  component: lazyPublicPage(() => import('./terms-page.tsx'), 'TermsPage'),
  staticData: { title: 'Terms of Service' },
})

const refundPolicyRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/refund-policy',
  component: lazyPublicPage(() => import('./refund-policy-page.tsx'), 'RefundPolicyPage'),
  staticData: { title: 'Refund Policy' },
})

export const routes = [contactRoute, termsRoute, refundPolicyRoute] as const
