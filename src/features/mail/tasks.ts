import type { Chore } from '#server/jobs.ts'
import { hour } from '#shared/time.ts'
import { purgeMails } from './purge.ts'

export const purging: Chore = { name: 'mail-purge', everyMs: hour, run: purgeMails }
