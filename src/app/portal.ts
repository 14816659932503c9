import { readInstallation } from '#db/installation.ts'
import { abandonClaims } from '#db/jobs.ts'
import { hasLeases } from '#db/locks/node-leases.ts'
import { isCurrent, migrate } from '#db/migrations/migrate.ts'
import type { OutageListener } from '#db/outage.ts'
import { openRelay } from '#db/postgres/relay.ts'
import type { Store } from '#db/types.ts'
import { sealAll } from '#server/audit/audit-sealing.ts'
import { createDenials } from '#server/audit/denials.ts'
import { readCompany } from '#server/company.ts'
import type { Deps, Kernel } from '#server/context.ts'
import { restrictDataFolder } from '#server/data-modes.ts'
import { createBus, type LiveEvent } from '#server/events.ts'
import type { Opening } from '#server/feature.ts'
import { assertKey, lockInstallation, openInstallation } from '#server/installation.ts'
import { createLogger, describeFailure, type Logger } from '#server/log.ts'
import { joinNodes } from '#server/nodes/join.ts'
import { loneNode, type Node } from '#server/nodes/node.ts'
import { quietScreen, type Screen } from '#server/screen.ts'
import { createSealer, readKey } from '#server/secrets.ts'
import { createSessions } from '#server/sessions/session.ts'
import { createSightings } from '#server/sessions/session-sightings.ts'
import type { Env } from '#server/settings.ts'
import { version } from '#server/version.ts'
import { dataFolders, features, type Provided } from './features.ts'
import { rules } from './rules.ts'

/** A portal whose data is open, migrated and seeded, before it accepts requests. */
export type OpenPortal = {
  deps: Deps
  setOrigin(origin: string): void
  /** Closes everything; runs `last` while the folder still belongs to this process. */
  close(last?: () => Promise<unknown>): Promise<void>
}

/** A fresh installation has not sealed anything, so a new key is harmless. */
async function isFresh(store: Store): Promise<boolean> {
  const { users } = store.t
  if ((await readInstallation(store))?.keyCheck) return false
  return (await store.read.select({ id: users.id }).from(users).limit(1)).length === 0
}

async function connectNodes(deps: Deps): Promise<void> {
  if (!deps.env.DATABASE_URL) return
  const relay = await openRelay(deps.env.DATABASE_URL, (text) => {
    for (const event of JSON.parse(text) as LiveEvent[]) deps.events.receive(event)
  })
  deps.events.relayThrough({ send: (events) => relay.send(JSON.stringify(events)), close: relay.close })
}

const logOutage =
  (log: Logger): OutageListener =>
  ({ isGone, downMs }) =>
    isGone
      ? log.error('the database is unreachable; calls get 503 until it is back')
      : log.info('the database is back', { downSeconds: Math.round(downMs / 100) / 10 })

/** The address of the portal, as far as it is known before listening. */
const originBefore = ({ PUBLIC_ORIGIN, HOST, PORT }: Env): string =>
  PUBLIC_ORIGIN ?? (PORT === 'auto' ? `http://${HOST}` : `http://${HOST}:${PORT}`)

/** Migrates the schema to this program's version, and announces it when there is work. */
const migrateAloud = async (store: Store, screen: Screen): Promise<unknown> =>
  (await isCurrent(store)) ? migrate(store) : screen.step('Migrating the database', () => migrate(store))

/** Migrates the schema and takes this process's place among the nodes; commands beside a portal take none. */
async function join(
  joining: Parameters<typeof joinNodes>[0],
  { lock, screen }: { lock: boolean; screen: Screen },
): Promise<Node> {
  const { store, env } = joining
  // A refused process has changed nothing. An empty database has no leases yet.
  const isMigrated = !env.DATABASE_URL || (await hasLeases(store))
  if (!isMigrated) await migrateAloud(store, screen)
  const node = lock ? await joinNodes(joining) : loneNode
  if (isMigrated) await migrateAloud(store, screen)
  return node
}

/** The kernel and the additions of each feature, in the order of the list. */
export async function openFeatures(kernel: Kernel, opening: Opening): Promise<Deps> {
  const provided: Partial<Deps> = {}
  for (const feature of kernel.features) Object.assign(provided, await feature.open?.(kernel, opening))
  return { ...kernel, ...(provided as Provided) }
}

/**
 * Opens the data folder and everything in it. With `lock` the folder belongs to this process alone until `close`.
 * @throws SettingsError, StoreError or Error with one line that states the problem
 */
export async function openPortal(
  env: Env,
  { screen = quietScreen(env), ...options }: { lock: boolean; screen?: Screen },
): Promise<OpenPortal> {
  const lock = options.lock ? await lockInstallation(env) : null
  let origin = originBefore(env)
  const company = await readCompany(env.COMPANY_FILE)
  const log = createLogger(env.LOG_LEVEL, screen.format === 'text' ? screen.line : undefined, screen)
  let node = loneNode
  const store = await openInstallation(env, {
    onOutage: logOutage(log),
    migrateBy: async (store) => {
      node = await join({ env, store, log }, { ...options, screen })
    },
  })
  const secrets = createSealer(await readKey(env.SECRET_KEY_FILE, await isFresh(store)))
  await assertKey(store, secrets, env.SECRET_KEY_FILE)
  // Last, so that a refused start changes nothing.
  const folders = dataFolders.map(({ folder }) => folder)
  restrictDataFolder({ dataDir: env.DATA_DIR, keyFile: env.SECRET_KEY_FILE, folders }, log)
  const now = () => new Date()
  const events = createBus()
  const kernel: Kernel = {
    env,
    store,
    company,
    version,
    startedAt: new Date(),
    now,
    log,
    events,
    denials: createDenials({ now, log }),
    sightings: createSightings(),
    node,
    secrets,
    sessions: createSessions(store, { secure: env.PUBLIC_ORIGIN?.startsWith('https:') ?? false, events }),
    rules,
    features,
    origin: () => origin,
  }
  const deps = await openFeatures(kernel, { isServing: options.lock })
  for (const feature of deps.features) await feature.seed?.(deps)
  await connectNodes(deps)
  // Only this process uses the store, so running jobs belonged to a process that has ended.
  if (options.lock && !node.isShared) await abandonClaims(store, deps.now())
  return {
    deps,
    setOrigin(listening) {
      origin = env.PUBLIC_ORIGIN ?? listening
    },
    async close(last) {
      await deps.denials
        .flush(store, { isLast: true })
        .catch((error) => log.warn('denials not written', describeFailure(error)))
      // Seals the last actions, since no process may do it later; another node may be sealing, or the store may be unreachable.
      await sealAll(deps).catch((error) => log.warn('audit entries not sealed', describeFailure(error)))
      for (const feature of deps.features.toReversed()) await feature.close?.(deps)
      await deps.events.close()
      await node.close()
      await store.close()
      await last?.()
      lock?.close()
    },
  }
}
