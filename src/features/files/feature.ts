import type { Feature } from '#server/feature.ts'
import { filesHttp } from './http.ts'
import { invariants } from './invariants.ts'
import { settling, sweepingFiles } from './jobs.ts'
import { filesRouter } from './router.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    file: true
  }
}

// A slow line is no dead one: a transfer may be silent for this long.
const idleSeconds = 60

export const files = {
  name: 'files',
  procedures: { files: filesRouter },
  http: {
    routes: [
      { method: 'POST', path: '/api/files', access: 'activeCustomer', idleSeconds },
      { method: 'POST', path: '/api/files/:id/extract', access: 'customer', idleSeconds },
      { method: 'GET', path: '/api/files/archive', access: 'customer', idleSeconds },
      { method: 'GET', path: '/api/files/:id/content', access: 'customer', idleSeconds },
      { method: 'GET', path: '/s/:token', access: 'visitor', idleSeconds },
    ],
    mount: filesHttp,
  },
  work: { intents: { tasks: [settling] }, copies: { tasks: [sweepingFiles] } },
  live: { file: 'owner' },
  invariants,
} satisfies Feature
