import type { Feature } from '#server/feature.ts'
import { listOrderActivity } from './activity.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { ordersProcedures } from './router.ts'
import { billing } from './service/bill-approved.ts'
import { eraseAccount } from './service/erase.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    order: true
  }
}

export const orders = {
  name: 'orders',
  procedures: ordersProcedures,
  work: { main: { tasks: [billing] } },
  live: { order: 'everybody' },
  activity: [{ kind: 'order', list: listOrderActivity }],
  invariants,
  exports,
  eraseAccount,
} satisfies Feature
