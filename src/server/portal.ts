import { abandonClaims } from '#db/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { hasLeases } from '#db/node-leases.ts'
import type { OutageListener } from '#db/outage.ts'
import { openRelay } from '#db/relay.ts'
import type { Store } from '#db/store.ts'
import type { Env } from '#env'
import { ensureAdministrator } from '#features/auth/service/administrators.ts'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import { createClouds } from '#features/cloud/drivers/registry.ts'
import { openCgroup } from '#features/servers/drivers/cgroup.ts'
import { findIsolation } from '#features/servers/drivers/isolation.ts'
import { createNginxDriver } from '#features/servers/drivers/nginx.ts'
import { offDriver } from '#features/servers/drivers/off.ts'
import { createSiteDriver } from '#features/servers/drivers/site.ts'
import { createFigures } from '#features/servers/figures/figures.ts'
import { createChallenges } from '#features/servers/gateway/challenges.ts'
import { createGatewayStatus } from '#features/servers/gateway/status.ts'
import { createServers, type Servers } from '#features/servers/supervisor/servers.ts'
import { openTraffic } from '#features/servers/traffic.ts'
import { createEmlMailer } from '#features/support/drivers/eml-mailer.ts'
import { createSmtpMailer } from '#features/support/drivers/smtp-mailer.ts'
import { sealAll } from './audit-sealing.ts'
import { readCompany } from './company.ts'
import type { Deps } from './context.ts'
import { restrictDataFolder } from './data-modes.ts'
import { createDenials } from './denials.ts'
import { createBus, type LiveEvent } from './events.ts'
import { holdFolder } from './hold-folder.ts'
import { assertKey, openInstallation } from './installation.ts'
import { createLogger, describeFailure, type Logger } from './log.ts'
import { siteLogName } from './nodes/folder-id.ts'
import { joinNodes } from './nodes/join.ts'
import { loneNode, type Node } from './nodes/node.ts'
import { createSealer, readKey } from './secrets.ts'
import { createSessions } from './session.ts'
import { findSiteProgram } from './site-program.ts'
import { version } from './version.ts'

/** A portal whose data is open, migrated and seeded, before anybody is let in. */
export type OpenPortal = {
  deps: Deps
  setOrigin(origin: string): void
  setSitesOrigin(origin: string | null): void
  close(): Promise<void>
}

/** A fresh installation has sealed nothing, so a new key can do no harm. */
async function isFresh(store: Store): Promise<boolean> {
  const { users } = store.t
  return (await store.read.select({ id: users.id }).from(users).limit(1)).length === 0
}

async function connectNodes(deps: Deps): Promise<void> {
  if (!deps.env.DATABASE_URL) return
  const relay = await openRelay(deps.env.DATABASE_URL, (text) => {
    for (const event of JSON.parse(text) as LiveEvent[]) deps.events.receive(event)
  })
  deps.events.relayThrough({ send: (events) => relay.send(JSON.stringify(events)), close: relay.close })
}

const tellOutage =
  (log: Logger): OutageListener =>
  ({ isGone, downMs }) =>
    isGone
      ? log.error('the database is out of reach; calls are answered 503 until it is back')
      : log.info('the database is back', { downSeconds: Math.round(downMs / 100) / 10 })

/** The schema is this program's, and this process has its place among the nodes; commands beside a portal take none. */
async function join(joining: Parameters<typeof joinNodes>[0], { lock }: { lock: boolean }): Promise<Node> {
  const { store, env } = joining
  // Whoever is refused has changed nothing. An empty database has no leases yet.
  const isMigrated = !env.DATABASE_URL || (await hasLeases(store))
  if (!isMigrated) await migrate(store)
  const node = lock ? await joinNodes(joining) : loneNode
  if (isMigrated) await migrate(store)
  return node
}

/** The web servers of services; commands beside a running portal only look at them. */
async function openServers(env: Env, options: { lock: boolean }): Promise<Servers> {
  if (env.SERVER_DRIVER === 'off') return createServers(offDriver)
  const cgroup = options.lock ? await openCgroup() : null
  const { DATA_DIR: dataDir, RUN_DIR: runDir } = env
  const logName = options.lock ? await siteLogName(env) : undefined
  const place = { dataDir, runDir, logName, cgroup, isolation: findIsolation, now: () => new Date() }
  const program = () => findSiteProgram(runDir)
  return createServers(
    env.SERVER_DRIVER === 'nginx'
      ? createNginxDriver(place)
      : createSiteDriver({ ...place, version, program }),
  )
}

/**
 * Opens the data folder and everything in it. With `lock` the folder is this process's alone until `close`.
 * @throws SettingsError, StoreError or Error with one line that says what is in the way
 */
export async function openPortal(env: Env, options: { lock: boolean }): Promise<OpenPortal> {
  const lock = options.lock ? await holdFolder(env) : null
  let origin = env.PUBLIC_ORIGIN ?? `http://${env.HOST}:${env.PORT}`
  let sitesOrigin: string | null = env.SITES_ORIGIN ?? null
  const company = await readCompany(env.COMPANY_FILE)
  const log = createLogger(env.LOG_LEVEL)
  let node = loneNode
  const store = await openInstallation(env, {
    onOutage: tellOutage(log),
    migrateBy: async (store) => {
      node = await join({ env, store, log }, options)
    },
  })
  const secrets = createSealer(await readKey(env.SECRET_KEY_FILE, await isFresh(store)))
  await assertKey(store, secrets, env.SECRET_KEY_FILE)
  // Last: a start that is refused changes nothing.
  restrictDataFolder({ dataDir: env.DATA_DIR, keyFile: env.SECRET_KEY_FILE }, log)
  const now = () => new Date()
  const events = createBus()
  const deps: Deps = {
    env,
    store,
    company,
    version,
    startedAt: new Date(),
    now,
    log,
    events,
    denials: createDenials({ now, log }),
    node,
    secrets,
    sessions: createSessions(store, { secure: env.PUBLIC_ORIGIN?.startsWith('https:') ?? false, events }),
    mailer: env.SMTP_URL ? createSmtpMailer(env.SMTP_URL) : createEmlMailer(`${env.DATA_DIR}/outbox`),
    challenges: createChallenges(),
    gateway: createGatewayStatus(),
    figures: createFigures(),
    traffic: await openTraffic({ store, now, log }),
    servers: await openServers(env, options),
    clouds: createClouds(),
    origin: () => origin,
    sitesOrigin: () => sitesOrigin,
  }
  await seedCatalogue(store, deps.now())
  if (await ensureAdministrator(deps)) deps.log.info('first administrator created')
  await connectNodes(deps)
  // This process alone works on the store: whatever was running belonged to one that is gone.
  if (options.lock && !node.isShared) await abandonClaims(store, deps.now())
  return {
    deps,
    setOrigin(listening) {
      origin = env.PUBLIC_ORIGIN ?? listening
    },
    setSitesOrigin(listening) {
      sitesOrigin = env.SITES_ORIGIN ?? listening
    },
    async close() {
      await deps.denials
        .flush(store, { isLast: true })
        .catch((error) => log.warn('denials left unwritten', describeFailure(error)))
      // What was done last is sealed before nobody looks after it; another node may be at it, or the store is gone.
      await sealAll(deps).catch((error) => log.warn('audit entries left unsealed', describeFailure(error)))
      await deps.traffic.close()
      deps.mailer.close()
      await deps.events.close()
      await node.close()
      await store.close()
      lock?.close()
    },
  }
}
