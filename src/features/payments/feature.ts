import type { Deps, Kernel } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { listPaymentActivity } from './activity.ts'
import { createManualPayments } from './drivers/manual.ts'
import type { PaymentProvider } from './drivers/provider.ts'
import { createRazorpay } from './drivers/razorpay/razorpay.ts'
import { exports } from './exports.ts'
import { paymentsHttp } from './http/http.ts'
import { routes } from './http/routes.ts'
import { invariants } from './invariants.ts'
import { following, handlers, onlineHandlers, sweeping } from './jobs.ts'
import { paymentsRouter } from './router.ts'
import { settings } from './settings.ts'

declare module '#server/context.ts' {
  interface Deps {
    paymentProvider: PaymentProvider
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    /** A payment, or the reference of one. */
    payment: true
  }
}

function openProvider({ env, company }: Kernel): PaymentProvider {
  if (env.PAYMENT_DRIVER === 'manual')
    return createManualPayments((company.billing?.upiId ?? company.billing?.bank) !== undefined)
  return createRazorpay({
    url: env.RAZORPAY_URL,
    keyId: env.RAZORPAY_KEY_ID ?? '',
    keySecret: env.RAZORPAY_KEY_SECRET ?? '',
    webhookSecret: env.RAZORPAY_WEBHOOK_SECRET ?? '',
  })
}

export const payments = {
  name: 'payments',
  settings,
  procedures: { payments: paymentsRouter },
  http: { routes, mount: paymentsHttp },
  open: (kernel) => ({ paymentProvider: openProvider(kernel) }),
  work: {
    main: { handlers, tasks: [sweeping] },
    payments: { handlers: onlineHandlers, tasks: [following] },
  },
  drivers: ({ paymentProvider }: Deps) => [{ area: 'Payments', driver: paymentProvider }],
  live: { payment: 'everybody' },
  activity: [{ kind: 'payment', list: listPaymentActivity }],
  invariants,
  exports,
} satisfies Feature
