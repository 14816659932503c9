import type { Deps, Kernel } from '#server/context.ts'
import type { Feature, Opening, Running } from '#server/feature.ts'
import { siteLogName } from '#server/nodes/folder-id.ts'
import { version } from '#server/version.ts'
import { openCgroup } from './drivers/cgroup.ts'
import { findIsolation } from './drivers/isolation.ts'
import { createNginxDriver } from './drivers/nginx.ts'
import { offDriver } from './drivers/off.ts'
import { createSiteDriver } from './drivers/site.ts'
import { openGateway } from './gateway/process/open-gateway.ts'
import { createGatewayStatus, type GatewayStatus, writeGatewayMetrics } from './gateway/process/status.ts'
import { type Challenges, createChallenges } from './gateway/tls/challenges.ts'
import { hostingDrivers } from './health.ts'
import { createOwnSites, type OwnSites } from './own-sites.ts'
import { findGatewayProgram, findSiteProgram } from './programs/find-program.ts'
import { settings } from './settings.ts'
import { createOnDemand } from './supervisor/on-demand.ts'
import { createServers, type Servers } from './supervisor/servers.ts'
import { startSupervisor } from './supervisor/supervise.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** The web servers of services. */
    servers: Servers
    /** Answers to ACME challenges that are under way. */
    challenges: Challenges
    /** The state of the gateway to customers' sites. */
    gateway: GatewayStatus
    /** Sites that the portal serves itself. */
    ownSites: OwnSites
    /** Origin of the gateway to customers' sites; null while it is off. */
    sitesOrigin: () => string | null
  }
}

/** The web servers of services; commands beside a running portal only inspect them. */
async function openServers({ env, now }: Kernel, { isServing }: Opening): Promise<Servers> {
  if (env.SERVER_DRIVER === 'off') return createServers(offDriver)
  const cgroup = isServing ? await openCgroup() : null
  const { DATA_DIR: dataDir, RUN_DIR: runDir } = env
  const logName = isServing ? await siteLogName(env) : undefined
  const place = { dataDir, runDir, logName, cgroup, isolation: findIsolation, now }
  const program = () => findSiteProgram(runDir)
  return createServers(
    env.SERVER_DRIVER === 'nginx'
      ? createNginxDriver(place)
      : createSiteDriver({ ...place, version, program }),
  )
}

/** The gateway answers, and the web servers of services are kept as the store wants them. */
async function serve(deps: Deps): Promise<Running> {
  const { env } = deps
  const onDemand = createOnDemand(deps)
  const gateway = await openGateway(deps, {
    program: () => findGatewayProgram(env.RUN_DIR),
    findProcess: async (id) => deps.ownSites.find(id) ?? onDemand.findProcess(id),
  })
  const supervisor = env.SERVER_DRIVER === 'off' ? null : startSupervisor(deps, { onDemand })
  return {
    drain: async (graceMs) => gateway?.stop(graceMs),
    stop: async () => supervisor?.stop(),
  }
}

export const hosting = {
  name: 'hosting',
  settings,
  async open(kernel, opening) {
    const { env } = kernel
    const gateway = createGatewayStatus()
    return {
      servers: await openServers(kernel, opening),
      challenges: createChallenges(),
      gateway,
      ownSites: createOwnSites(env.RUN_DIR),
      sitesOrigin: () => env.SITES_ORIGIN ?? gateway.url,
    }
  },
  serve,
  drivers: hostingDrivers,
  writeMetrics: ({ gateway }) => writeGatewayMetrics(gateway),
} satisfies Feature
