import type { Feature } from '#server/feature.ts'
import { complainOfSupplier } from '#shared/money/company-billing.ts'
import { listBillingActivity } from './activity.ts'
import { exports } from './exports.ts'
import { billingHttp, routes } from './http.ts'
import { invariants } from './invariants.ts'
import { billingRouter } from './router.ts'
import { listenedKinds } from './settled.ts'

declare module '#server/context.ts' {
  interface Deps {
    billing: {
      /** Job kinds that some feature of this portal handles. */
      listens: ReadonlySet<string>
    }
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    /** An invoice, a payment, or account credit. */
    invoice: true
  }
}

export const billing = {
  name: 'billing',
  procedures: { billing: billingRouter },
  http: { routes, mount: billingHttp },
  open: ({ features }) => ({ billing: { listens: listenedKinds(features) } }),
  limitations({ company }) {
    const message = complainOfSupplier(company.billing)
    return message === null ? [] : [{ area: 'Invoices', message }]
  },
  invariants,
  activity: [{ kind: 'payment', list: listBillingActivity }],
  live: { invoice: 'everybody' },
  sharedLive: { invoice: { kind: 'invoice', from: 'billing' } },
  exports,
} satisfies Feature
