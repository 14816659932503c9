import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { delivering } from './jobs.ts'
import { webhooksRouter } from './router.ts'
import { eraseAccount } from './service/erase.ts'
import { followNotice } from './service/queue.ts'
import { settings } from './settings.ts'
import { sweeping } from './tasks.ts'

const handlers = [delivering]

export const webhooks = {
  name: 'webhooks',
  settings,
  procedures: { webhooks: webhooksRouter },
  // A hanging receiver must not delay other deliveries.
  work: {
    webhooks: { handlers, tasks: [sweeping] },
    'webhooks-2': { handlers },
    'webhooks-3': { handlers },
  },
  followNotice,
  invariants,
  exports,
  eraseAccount,
} satisfies Feature
