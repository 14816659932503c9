import type { Feature } from '#server/feature.ts'
import { supportHttp } from './http.ts'
import { deskProcedures } from './router/desk.ts'
import { supportRouter } from './router/router.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    contact: true
  }
}

export const support = {
  name: 'support',
  procedures: { support: supportRouter, admin: deskProcedures },
  http: { routes: [{ method: 'POST', path: '/contact', access: 'visitor' }], mount: supportHttp },
  live: { contact: 'everybody' },
} satisfies Feature
