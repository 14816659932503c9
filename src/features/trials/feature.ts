import { trialSite } from '#features/hosting/gateway/sites/trial-site.ts'
import type { Feature } from '#server/feature.ts'
import { data } from './data.ts'
import { exports } from './exports.ts'
import { trialsHttp } from './http/http.ts'
import { routes } from './http/routes.ts'
import { keeping, sweepingTrials } from './jobs.ts'
import { trialsRouter } from './router.ts'
import { answerTrial } from './served/answer.ts'
import { eraseAccount } from './service/erase.ts'
import { settings } from './settings.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    trial: true
  }
}

export const trials = {
  name: 'trials',
  settings,
  procedures: { trials: trialsRouter },
  http: { routes, mount: trialsHttp },
  async serve(deps) {
    if (!deps.env.TRY_SITES) return {}
    const stop = deps.ownSites.serve(trialSite.serviceId, (request) => answerTrial(deps, request))
    return { stop }
  },
  work: { copies: { tasks: [keeping, sweepingTrials] } },
  live: { trial: 'everybody' },
  data,
  exports,
  eraseAccount,
} satisfies Feature
