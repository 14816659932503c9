import { z } from 'zod'
import type { Feature } from '#server/feature.ts'
import { listAccountActivity, listedActions } from './activity.ts'
import { verifyInput } from './contract/contract.ts'
import { exports } from './exports.ts'
import { authHttp } from './http/http.ts'
import { invariants } from './invariants.ts'
import { deskProcedures } from './router/desk.ts'
import { authRouter } from './router/router.ts'
import { ensureAdministrator } from './service/users/administrators.ts'
import { settings } from './settings.ts'
import { sweepingSignIns } from './tasks.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    user: true
  }
}

export const auth = {
  name: 'auth',
  settings,
  procedures: { auth: authRouter, admin: deskProcedures },
  http: {
    routes: [
      {
        method: 'GET',
        path: '/api/login',
        access: 'visitor',
        description: {
          summary: 'Redirects a browser to the sign-in page.',
          query: z.object({ next: z.string().optional() }),
          status: 302,
        },
      },
      {
        method: 'GET',
        path: '/api/logout',
        access: 'visitor',
        description: { summary: 'Signs a browser out and redirects it to the landing page.', status: 302 },
      },
      {
        method: 'GET',
        path: '/api/verify-email',
        access: 'visitor',
        description: {
          summary: 'Verifies an email address by its mailed link.',
          query: verifyInput,
          status: 302,
        },
      },
      { method: 'POST', path: '/auth', access: 'visitor' },
      { method: 'POST', path: '/auth/forgot', access: 'visitor' },
      { method: 'POST', path: '/auth/reset', access: 'visitor' },
    ],
    mount: authHttp,
  },
  work: { main: { tasks: [sweepingSignIns] } },
  live: { user: 'owner' },
  activity: [{ kind: 'profile', actions: listedActions, list: listAccountActivity }],
  invariants,
  async seed(deps) {
    if (await ensureAdministrator(deps)) deps.log.info('first administrator created')
  },
  exports,
} satisfies Feature
