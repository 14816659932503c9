import { rm } from 'node:fs/promises'
import type { Chore } from '#server/jobs.ts'
import { hour } from '#shared/time.ts'
import { settleAll } from './service/journal.ts'
import { sweepFiles } from './service/sweep.ts'

/** Finishes what a crash cut off, empties what has been in the trash for seven days, removes what belongs to nobody. */
export const sweepingFiles: Chore = {
  name: 'files',
  everyMs: hour,
  async run(ctx) {
    await settleAll(ctx)
    await sweepFiles(ctx, (path) => rm(path, { recursive: true, force: true }))
  },
}
