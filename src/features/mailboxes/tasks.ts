import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour } from '#shared/time.ts'
import { emptyFolders } from './filing/empty-folders.ts'
import { purgeAccounts } from './service/purge.ts'

export const purging: ScheduledTask = { name: 'email-purge', everyMs: hour, run: purgeAccounts }

export const emptying: ScheduledTask = { name: 'email-folders', everyMs: hour, run: emptyFolders }
