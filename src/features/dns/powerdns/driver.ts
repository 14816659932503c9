import { readInstallation } from '#db/installation.ts'
import type { Deps } from '#server/context.ts'
import type { Driver, Health } from '#server/driver.ts'
import type { Env } from '#server/settings.ts'
import { second } from '#shared/time.ts'
import { PowerDnsFailure } from '../drivers/powerdns/failure.ts'
import { createPowerDns, type PowerDns } from '../drivers/powerdns/powerdns.ts'
import { noSerial } from '../drivers/powerdns/settle-zone.ts'
import { isWhole, type ZoneHead } from '../read-zones.ts'
import { accountOf } from './sync-powerdns.ts'

/** Short, because a caller waits for the answer. */
const deadlineMs = 3 * second
const shownProblems = 3

/** Opens the configured server. @throws Error when it is not configured */
export function openPowerDns(env: Env): PowerDns {
  const { POWERDNS_URL: url, POWERDNS_API_KEY: key, POWERDNS_SERVER_ID: serverId } = env
  if (url === undefined || key === undefined) throw new Error('PowerDNS is not set up')
  return createPowerDns({ url, key, serverId })
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** The state as the synchronizing process knows it; any other process only knows that PowerDNS answers. */
function describeSync({ dns: { powerDns: state }, node }: Deps): Pick<Health, 'isHealthy' | 'message'> {
  if (!state.isSynced) {
    const message = node.isShared
      ? 'It answers. Another node updates its zones.'
      : 'It answers. This process does not update its zones.'
    return { isHealthy: true, message }
  }
  if (state.outage !== null) return { isHealthy: false, message: state.outage }
  const problems = [...state.problems.values()]
  const more = problems.length > shownProblems ? ` And ${problems.length - shownProblems} more.` : ''
  if (problems.length > 0)
    return {
      isHealthy: false,
      message: `Not served as stored: ${problems.slice(0, shownProblems).join('; ')}.${more}`,
    }
  const waiting = state.waiting()
  const rest = waiting > 0 ? `; ${count(waiting, 'is', 'are')} still to be compared` : ''
  return { isHealthy: true, message: `${count(state.zones(), 'zone', 'zones')} of this portal${rest}.` }
}

/** PowerDNS, for the administrator. */
export const powerDnsDriver = (deps: Deps): Driver => ({
  name: 'powerdns',
  mode: 'remote',
  async check() {
    try {
      const version = await openPowerDns(deps.env).version(deadlineMs)
      return { version, ...describeSync(deps) }
    } catch (error) {
      if (!(error instanceof PowerDnsFailure)) throw error
      return { isHealthy: false, version: null, message: error.message }
    }
  },
})

/** Number of checks for a recent change, and the interval between them. */
const maxChecks = 6
const checkMs = 0.25 * second

async function findDifference(deps: Deps, powerDns: PowerDns, { domainName, serial, ...zone }: ZoneHead) {
  const installation = await readInstallation(deps.store)
  const expected = isWhole(zone) ? serial % 2 ** 32 : noSerial
  for (let attempt = 1; ; attempt += 1) {
    const head = await powerDns.findHead(`${domainName}.`, deadlineMs)
    if (head && head.account !== (installation && accountOf(installation.id)))
      return `The name server has a zone ${domainName} that this portal did not create, so the records here are not served. Contact support.`
    if (head && head.serial >= expected) return null
    if (attempt === maxChecks) return 'The latest changes are still on their way to the name server.'
    await Bun.sleep(checkMs)
  }
}

/** Why PowerDNS does not serve the stored zone, for its owner; null when it does. */
export async function findPowerDnsProblem(deps: Deps, zone: ZoneHead): Promise<string | null> {
  try {
    return await findDifference(deps, openPowerDns(deps.env), zone)
  } catch (error) {
    if (!(error instanceof PowerDnsFailure)) throw error
    return 'The name server cannot be reached at the moment. Your changes are saved and go live once it is back.'
  }
}
