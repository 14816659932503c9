import { isOutage as isDatabaseOutage } from '#db/errors.ts'
import { ensureInstallation } from '#db/installation.ts'
import type { Deps } from '#server/context.ts'
import { minute, second } from '#shared/time.ts'
import { PowerDnsFailure } from '../drivers/powerdns/failure.ts'
import type { PowerDns } from '../drivers/powerdns/powerdns.ts'
import { followZones } from '../follow-zones.ts'
import { createBell } from './bell.ts'
import { createExpectedZones } from './expected-zones.ts'
import { type SyncContext, settleName } from './settle-name.ts'
import type { PowerDnsState } from './state.ts'

/** Delays after consecutive failures to reach PowerDNS. */
const outageWaitsMs = [0.25, 0.5, 1, 2, 5].map((seconds) => seconds * second)
/** Retry delay of a zone that could not be written. */
const retryMs = 30 * second
/** Interval of comparing serials without a change here. */
const reviewMs = 10 * minute
const atOnce = 4

/** The mark of this installation's zones; the `account` of a zone takes 40 characters. */
export const accountOf = (installationId: string): string => `portal-${installationId.replaceAll('-', '')}`

const nameOf = (zone: string): string => zone.toLowerCase().replace(/\.$/, '')

/** Compares the serials of all zones, and queues the differing ones. @throws PowerDnsFailure */
async function review({ powerDns, account, expected, serials }: SyncContext): Promise<void> {
  const seen = new Map<string, number>()
  const doubted = new Set<string>()
  for await (const { name, serial, account: mark } of powerDns.list()) {
    if (mark === account) seen.set(nameOf(name), serial)
    else for (const inner of expected.awaitedInside.get(nameOf(name)) ?? []) doubted.add(inner)
  }
  serials.clear()
  for (const [name, serial] of seen) if (!doubted.has(name)) serials.set(name, serial)
  for (const name of new Set([...expected.names(), ...seen.keys()]))
    if (doubted.has(name) || expected.zoneOf(name)?.serial !== seen.get(name)) expected.enqueue(name, 'later')
}

const isOutage = (error: unknown): boolean =>
  isDatabaseOutage(error) || (error instanceof PowerDnsFailure && error.isOutage)

/** Delay of the next attempts after a change that PowerDNS may accept soon. */
const passingWaitsMs = [100, 400, 1_600]

async function settlePatiently(
  deps: Deps,
  sync: SyncContext,
  { name, stopping }: { name: string; stopping: AbortSignal },
): Promise<void> {
  for (const waitMs of passingWaitsMs) {
    try {
      return await settleName(deps, sync, name)
    } catch (error) {
      if (!(error instanceof PowerDnsFailure && error.isPassing)) throw error
      await createBell().wait(waitMs, stopping)
    }
  }
  return settleName(deps, sync, name)
}

/** Settles the queued names, a few concurrently, and records those that fail. @throws an error that would affect all of them */
async function settleWaiting(
  deps: Deps,
  sync: SyncContext,
  { state, stopping }: { state: PowerDnsState; stopping: AbortSignal },
): Promise<void> {
  const { problems } = state
  const note = (name: string, error: unknown) => {
    const problem = `${name}: ${error instanceof Error ? error.message : 'unreadable'}`
    if (problems.get(name) !== problem) deps.log.error('zone not served as it is stored', { problem })
    problems.set(name, problem)
  }
  while (!stopping.aborted) {
    const names = sync.expected.take(atOnce)
    if (names.length === 0) return
    const failures = await Promise.all(
      names.map(async (name) => {
        try {
          await settlePatiently(deps, sync, { name, stopping })
          problems.delete(name)
          return null
        } catch (error) {
          if (!isOutage(error)) return note(name, error)
          sync.expected.enqueue(name, 'soon')
          return error
        }
      }),
    )
    const failure = failures.find((each) => each)
    if (failure) throw failure
  }
}

type SyncOptions = { powerDns: PowerDns; state: PowerDnsState; stopping: AbortSignal }

/** Rounds of comparing and sync, until nothing is left to do. */
function createRounds(deps: Deps, sync: SyncContext, { state, stopping }: SyncOptions) {
  let failures = 0
  let reviewAt = 0
  let retryAt = performance.now() + retryMs
  const retry = () => {
    retryAt = performance.now() + retryMs
    for (const name of state.problems.keys()) sync.expected.enqueue(name, 'later')
  }
  return {
    async run() {
      if (performance.now() >= reviewAt) {
        await review(sync)
        reviewAt = performance.now() + reviewMs
      }
      if (performance.now() >= retryAt) retry()
      await settleWaiting(deps, sync, { state, stopping })
      if (state.outage !== null) deps.log.info('name server back')
      state.outage = null
      failures = 0
    },
    async recover(error: unknown) {
      if (error instanceof PowerDnsFailure) {
        if (state.outage === null) deps.log.warn('name server out of reach', { problem: error.message })
        state.outage = error.message
      } else if (!isDatabaseOutage(error))
        deps.log.warn('zones not compared', { error: error instanceof Error ? error.name : typeof error })
      // Its zones may be different after an outage.
      reviewAt = 0
      const waitMs = outageWaitsMs[Math.min(failures, outageWaitsMs.length - 1)] ?? second
      failures += 1
      await createBell().wait(waitMs, stopping)
    },
  }
}

/**
 * Keeps the zones of PowerDNS in sync with the store until it is stopped: immediately after a change, and as soon as it is back
 * after an outage. Zones without our mark stay unchanged.
 */
export async function syncPowerDns(deps: Deps, options: SyncOptions): Promise<void> {
  const { powerDns, state, stopping } = options
  const { id } = await ensureInstallation(deps.store, deps.now())
  const bell = createBell()
  const expected = createExpectedZones(bell.ring)
  const sync = { powerDns, account: accountOf(id), expected, serials: new Map<string, number>() }
  const followed = followZones(deps, expected)
  stopping.addEventListener('abort', () => void followed.stop(), { once: true })
  Object.assign(state, {
    isSynced: true,
    polledAt: followed.polledAt,
    zones: () => sync.serials.size,
    waiting: expected.waiting,
  })
  const rounds = createRounds(deps, sync, options)
  try {
    await followed.loaded
    while (!stopping.aborted) {
      await rounds.run().catch(rounds.recover)
      if (expected.waiting() === 0 && state.outage === null) await bell.wait(retryMs, stopping)
    }
  } finally {
    state.isSynced = false
    await followed.stop()
  }
}
