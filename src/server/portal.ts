import { openDataLock } from '#db/data-lock.ts'
import { abandonClaims } from '#db/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { openRelay } from '#db/relay.ts'
import { openStore, type Store } from '#db/store.ts'
import type { Env } from '#env'
import { ensureAdministrator } from '#features/auth/service/administrators.ts'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import { createClouds } from '#features/cloud/drivers/registry.ts'
import { openCgroup } from '#features/servers/drivers/cgroup.ts'
import { createNginxDriver } from '#features/servers/drivers/nginx.ts'
import { offDriver } from '#features/servers/drivers/off.ts'
import { createSiteDriver } from '#features/servers/drivers/site.ts'
import { createFigures } from '#features/servers/figures/figures.ts'
import { createChallenges } from '#features/servers/gateway/challenges.ts'
import { createServers, type Servers } from '#features/servers/supervisor/servers.ts'
import { openTraffic } from '#features/servers/traffic.ts'
import { createEmlMailer } from '#features/support/drivers/eml-mailer.ts'
import { createSmtpMailer } from '#features/support/drivers/smtp-mailer.ts'
import { readCompany } from './company.ts'
import type { Deps } from './context.ts'
import { createBus, type LiveEvent } from './events.ts'
import { createLogger } from './log.ts'
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
  return (await store.read.$count(store.t.users)) === 0
}

async function connectNodes(deps: Deps): Promise<void> {
  if (!deps.env.DATABASE_URL) return
  const relay = await openRelay(deps.env.DATABASE_URL, (text) => {
    for (const event of JSON.parse(text) as LiveEvent[]) deps.events.receive(event)
  })
  deps.events.relayThrough({ send: (events) => relay.send(JSON.stringify(events)), close: relay.close })
}

/** The web servers of services; commands beside a running portal only look at them. */
async function openServers(env: Env, options: { lock: boolean }): Promise<Servers> {
  if (env.SERVER_DRIVER === 'off') return createServers(offDriver)
  const cgroup = options.lock ? await openCgroup() : null
  const place = { dataDir: env.DATA_DIR, cgroup }
  const program = () => findSiteProgram(env.DATA_DIR)
  return createServers(
    env.SERVER_DRIVER === 'nginx'
      ? createNginxDriver({ ...place, now: () => new Date() })
      : createSiteDriver({ ...place, version, program }),
  )
}

/**
 * Opens the data folder and everything in it. With `lock` the folder is this process's alone until `close`.
 * @throws SettingsError, StoreError or Error with one line that says what is in the way
 */
export async function openPortal(env: Env, options: { lock: boolean }): Promise<OpenPortal> {
  const lock = options.lock ? openDataLock(env.DATA_DIR) : null
  let origin = env.PUBLIC_ORIGIN ?? `http://${env.HOST}:${env.PORT}`
  let sitesOrigin: string | null = null
  const company = await readCompany(env.COMPANY_FILE)
  const store = await openStore({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL })
  await migrate(store)
  const now = () => new Date()
  const log = createLogger(env.LOG_LEVEL)
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
    secrets: createSealer(await readKey(env.SECRET_KEY_FILE, await isFresh(store))),
    sessions: createSessions(store, { secure: env.PUBLIC_ORIGIN?.startsWith('https:') ?? false, events }),
    mailer: env.SMTP_URL ? createSmtpMailer(env.SMTP_URL) : createEmlMailer(`${env.DATA_DIR}/outbox`),
    challenges: createChallenges(),
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
  // This process alone holds the folder: whatever was running belonged to one that is gone.
  if (options.lock && !env.DATABASE_URL) await abandonClaims(store, deps.now())
  return {
    deps,
    setOrigin(listening) {
      origin = env.PUBLIC_ORIGIN ?? listening
    },
    setSitesOrigin(listening) {
      sitesOrigin = listening
    },
    async close() {
      await deps.traffic.close()
      deps.mailer.close()
      await deps.events.close()
      await store.close()
      lock?.close()
    },
  }
}
