import type { Feature } from '#server/feature.ts'
import { listViewActivity, viewActions } from './activity.ts'
import { exports } from './exports.ts'
import { followingViews } from './jobs.ts'
import { deskProcedures } from './router.ts'
import { eraseAccount } from './service/erase.ts'

export const customers = {
  name: 'customers',
  procedures: { admin: deskProcedures },
  work: { main: { tasks: [followingViews] } },
  activity: [{ kind: 'account', actions: viewActions, list: listViewActivity }],
  exports,
  eraseAccount,
} satisfies Feature
