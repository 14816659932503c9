import type { Feature } from '#server/feature.ts'
import { data } from './data.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { settling, sweepingFiles } from './jobs.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    file: true
  }
}

export const files = {
  name: 'files',
  work: { intents: { tasks: [settling] }, copies: { tasks: [sweepingFiles] } },
  live: { file: 'owner' },
  sharedLive: { file: { kind: 'file', from: 'viewer' } },
  data,
  invariants,
  exports,
} satisfies Feature
