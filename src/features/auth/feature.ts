import type { Feature } from '#server/feature.ts'
import { authHttp } from './http.ts'
import { authRouter } from './router.ts'
import { ensureAdministrator } from './service/administrators.ts'
import { settings } from './settings.ts'

export const auth = {
  name: 'auth',
  settings,
  procedures: { auth: authRouter },
  http: {
    routes: [
      { method: 'GET', path: '/api/login', access: 'visitor' },
      { method: 'GET', path: '/api/logout', access: 'visitor' },
      { method: 'GET', path: '/api/verify-email', access: 'visitor' },
      { method: 'POST', path: '/auth', access: 'visitor' },
      { method: 'POST', path: '/auth/forgot', access: 'visitor' },
      { method: 'POST', path: '/auth/reset', access: 'visitor' },
    ],
    mount: authHttp,
  },
  async seed(deps) {
    if (await ensureAdministrator(deps)) deps.log.info('first administrator created')
  },
} satisfies Feature
