import type { Feature } from '#server/feature.ts'
import { listExportActivity } from './activity.ts'
import { eraseAccount } from './export/erase.ts'
import { exports } from './exports.ts'
import { accountHttp, routes } from './http.ts'
import { invariants } from './invariants.ts'
import { deleting, exporting, followingDeletions, sweepingExports } from './jobs.ts'
import { accountRouter } from './router.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    /** Data export and account deletion. */
    account: true
  }
}

export const account = {
  name: 'account',
  procedures: { account: accountRouter },
  http: { routes, mount: accountHttp },
  // Large archives take minutes.
  work: {
    exports: { handlers: [exporting], tasks: [sweepingExports] },
    deletions: { handlers: [deleting], tasks: [followingDeletions] },
  },
  live: { account: 'owner' },
  activity: [{ kind: 'account', list: listExportActivity }],
  invariants,
  exports,
  eraseAccount,
} satisfies Feature
