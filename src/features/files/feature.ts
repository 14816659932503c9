import type { Feature } from '#server/feature.ts'
import { data } from './data.ts'
import { exports } from './exports.ts'
import { filesHttp } from './http.ts'
import { invariants } from './invariants.ts'
import { settling, sweepingFiles } from './jobs.ts'
import { routes } from './router/http-routes.ts'
import { filesRouter } from './router.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    file: true
  }
}

export const files = {
  name: 'files',
  procedures: { files: filesRouter },
  http: {
    routes,
    mount: filesHttp,
  },
  work: { intents: { tasks: [settling] }, copies: { tasks: [sweepingFiles] } },
  live: { file: 'owner' },
  data,
  invariants,
  exports,
} satisfies Feature
