import { existsSync } from 'node:fs'
import type { Deps, Kernel } from '#server/context.ts'
import type { Feature, Opening, Running } from '#server/feature.ts'
import { siteLogName } from '#server/nodes/folder-id.ts'
import type { Env } from '#server/settings.ts'
import { openCgroup } from '#server/system/programs/cgroup.ts'
import { findIsolation } from '#server/system/programs/isolation.ts'
import { version } from '#server/version.ts'
import { countText } from '#shared/text/count-text.ts'
import { minute, second } from '#shared/time.ts'
import { endGatewayProcess, findGatewayProcess } from './drivers/gateway-process.ts'
import { createNginxDriver } from './drivers/nginx.ts'
import { offDriver } from './drivers/off.ts'
import { endNotedServers } from './drivers/process-driver.ts'
import { openRunFolder } from './drivers/run-folder.ts'
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
import { type Supervisor, startSupervisor } from './supervisor/supervise.ts'

/** Longest wait of a visitor for a web server that is being adopted or started. */
const settleMs = 10 * second

declare module '#server/context.ts' {
  interface Deps {
    /** The web servers of services. */
    servers: Servers
    /** Answers to pending ACME challenges. */
    challenges: Challenges
    /** The state of the gateway to customers' sites. */
    gateway: GatewayStatus
    /** Sites that the portal serves itself. */
    ownSites: OwnSites
    /** Origin of the gateway to customers' sites; null while it is off. */
    sitesOrigin: () => string | null
  }
}

/** How long sites keep running without a portal; a crashed portal leaves them running in any case. */
const graceOf = ({ HANDOVER_SECONDS }: Pick<Env, 'HANDOVER_SECONDS'>): number =>
  HANDOVER_SECONDS * second || minute

/** The web servers of services; commands next to a running portal only inspect them. */
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
      : createSiteDriver({ ...place, version, program, orphanMs: graceOf(env) }),
  )
}

/** Runs the gateway and keeps the web servers in the state that the store wants. */
async function serve(deps: Deps): Promise<Running> {
  const { env } = deps
  const onDemand = createOnDemand(deps)
  let supervisor: Supervisor | null = null
  const findProcess = async (id: string) => {
    const find = async () => deps.ownSites.find(id) ?? onDemand.findProcess(id)
    const found = await find()
    if (found) return found
    // Right after a start it may not have been adopted yet.
    await Promise.race([supervisor?.settled, Bun.sleep(settleMs)])
    return find()
  }
  const gateway = await openGateway(deps, { program: () => findGatewayProgram(env.RUN_DIR), findProcess })
  supervisor = env.SERVER_DRIVER === 'off' ? null : startSupervisor(deps, { onDemand })
  return {
    async drain(graceMs, ending) {
      if (ending !== 'handOver') await gateway?.stop(graceMs)
    },
    async stop(ending) {
      await supervisor?.stop(ending)
      if (ending === 'handOver') await gateway?.leave()
      else await gateway?.stop(0)
    },
  }
}

/** Ends the gateway and the web servers that a portal left on this machine. */
async function endLeft({ RUN_DIR }: Env): Promise<string[]> {
  if (!existsSync(RUN_DIR)) return []
  const folder = openRunFolder(RUN_DIR)
  const gateway = await findGatewayProcess(folder)
  if (gateway) await endGatewayProcess(folder, gateway)
  const servers = await endNotedServers(folder)
  return [...(gateway ? ['the gateway'] : []), ...(servers > 0 ? [countText(servers, 'web server')] : [])]
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
  starts: "the gateway to customers' sites",
  endLeft,
  drivers: hostingDrivers,
  writeMetrics: ({ gateway }) => writeGatewayMetrics(gateway),
} satisfies Feature
