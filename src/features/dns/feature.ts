import type { Deps } from '#server/context.ts'
import type { Feature, Running } from '#server/feature.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { describeFailure } from '#server/log.ts'
import { listenAt } from '#server/system/listen-at.ts'
import { second } from '#shared/time.ts'
import { type DnsServerOptions, startDnsServer } from './drivers/server/dns-server.ts'
import { createNotifier } from './drivers/transfer/notify.ts'
import { toName } from './drivers/wire/name.ts'
import { createZones } from './drivers/zone/zones.ts'
import { followZones } from './follow-zones.ts'
import { invariants } from './invariants.ts'
import { openPowerDns } from './powerdns/driver.ts'
import { syncPowerDns } from './powerdns/sync-powerdns.ts'
import { createServedZones } from './served-zones.ts'
import { settings } from './settings.ts'
import { createDnsStatus, type DnsStatus, dnsDriver } from './status.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** The state of the name server. */
    dns: DnsStatus
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    /** A zone has changed; `id` is that of its domain. */
    domain: true
  }
}

const loadMs = 5 * second

/** @throws Error with one line when it cannot listen */
function listen({ env }: Deps, options: Omit<DnsServerOptions, 'host' | 'port'>) {
  const { HOST: host, DNS_PORT: port } = env
  const at = { host, port, setting: 'DNS_PORT', orElse: 'to auto, or to 0 (off)' }
  return listenAt(at, () => startDnsServer({ ...options, host, port: port === 'auto' ? 0 : port }))
}

/** Serves the stored zones, and follows their changes. */
async function serve(deps: Deps): Promise<Running> {
  const { env, dns, log, now } = deps
  if (env.DNS_DRIVER !== 'embedded' || env.DNS_PORT === 0) return {}
  const { DNS_SECONDARIES: secondaries, DNS_TSIG: key = null } = env
  const zones = createZones()
  const server = await listen(deps, {
    zones,
    isReady: () => dns.polledAt() !== null,
    key,
    secondaries: new Set(secondaries.map(({ address }) => address)),
    now,
    answersPerSecond: env.DNS_ANSWERS_PER_SECOND,
    onFailure: (error) => log.error('question not answered', describeFailure(error)),
  })
  const notifier = await createNotifier({ host: env.HOST, secondaries, key, now })
  const served = createServedZones(zones, { ...deps, changed: ({ apex }) => notifier.notify(apex) })
  const followed = followZones(deps, served)
  Object.assign<DnsStatus, Omit<DnsStatus, 'powerDns'>>(dns, {
    port: server.port,
    zones: () => zones.size,
    signedZones: () =>
      zones
        .all()
        .filter(({ secured }) => secured !== null)
        .toArray().length,
    problems: () => [...served.problems.values()],
    zone({ id, domainName }) {
      const zone = zones.get(toName(domainName))
      return {
        serial: zone?.id === id ? zone.serial : null,
        problem: served.problems.get(id) ?? null,
      }
    },
    polledAt: followed.polledAt,
  })
  log.info('name server listening', { port: server.port })
  // Until then no zone is known. A slow or unreachable database does not prevent the start.
  await Promise.race([followed.loaded, Bun.sleep(loadMs)])
  return {
    async stop() {
      dns.port = null
      server.close()
      notifier.close()
      await followed.stop()
    },
  }
}

/** As long as this process runs, unless another node does it. */
const keeping: ScheduledTask = {
  name: 'powerdns',
  everyMs: 2 * second,
  isHere: ({ env }) => env.DNS_DRIVER === 'powerdns',
  run: (ctx, stopping) =>
    syncPowerDns(ctx, { powerDns: openPowerDns(ctx.env), state: ctx.dns.powerDns, stopping }),
}

export const dns = {
  name: 'dns',
  settings,
  open: () => ({ dns: createDnsStatus() }),
  serve,
  starts: 'the name server',
  servesFirst: true,
  // Other workers do not wait for PowerDNS.
  work: { powerdns: { tasks: [keeping] } },
  drivers: (deps) => [{ area: 'Name server', driver: dnsDriver(deps) }],
  invariants,
} satisfies Feature
