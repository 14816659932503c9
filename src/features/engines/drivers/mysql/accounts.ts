import { isIP } from 'node:net'
import { EngineBusy, EngineRefused } from '#server/system/programs/engine-refused.ts'
import { second } from '#shared/time.ts'
import type { DesiredDatabase, EngineNames } from '../../contract/database-engine.ts'
import { maxConnections } from '../../contract/kinds.ts'
import { type Admin, type Queryable, quoteName, quoteText } from './connection.ts'

/** A database name in GRANT, where `_` and `%` are wildcards. */
const quotePattern = (name: string): string => quoteName(name.replaceAll(/[_%\\]/g, String.raw`\$&`))

const ipv4Mask = (bits: number): string =>
  [24, 16, 8, 0].map((shift) => (bits === 0 ? 0 : ((-1 << (32 - bits)) >>> shift) & 255)).join('.')

/** An address or network as an account host. @throws EngineRefused for an IPv6 network */
export function hostOf(cidr: string): string {
  const [address = '', bits] = cidr.split('/')
  if (isIP(address) === 4)
    return bits === undefined || bits === '32' ? address : `${address}/${ipv4Mask(Number(bits))}`
  if (bits === undefined || bits === '128') return address
  throw new EngineRefused('MySQL does not accept IPv6 networks. Enter each IPv6 address instead.')
}

const account = (user: string, host: string): string => `${quoteText(user)}@${quoteText(host)}`

type Hosts = { Host: string }[]

/** A host that an account may connect from; external hosts need TLS. */
type Host = { host: string; isOutside: boolean }

const hostsOf = (admin: Queryable, user: string) =>
  admin.ask<Hosts[number]>(`SELECT Host AS Host FROM mysql.user WHERE User = ${quoteText(user)}`)

const againMs = 20
/** Connections end within milliseconds unless the server has problems. */
const endingMs = 4 * second

/** Ends all connections of a user; a rollback may still be running. @throws EngineBusy */
export async function endConnections(lane: Queryable, user: string): Promise<void> {
  const until = performance.now() + endingMs
  for (;;) {
    const open = await lane.ask<{ id: number }>(
      `SELECT ID AS id FROM information_schema.PROCESSLIST
       WHERE USER = ${quoteText(user)} AND COMMAND <> 'Killed'`,
    )
    if (open.length === 0) return
    for (const { id } of open) {
      await lane.ask(`KILL CONNECTION ${Number(id)}`).catch((error: unknown) => {
        // The connection has ended in the meantime.
        if (!(error instanceof EngineRefused)) throw error
      })
    }
    if (performance.now() > until) throw new EngineBusy(null)
    await Bun.sleep(againMs)
  }
}

/** Locks a user's accounts and ends its connections. @throws EngineBusy */
async function lockOut(
  lane: Queryable,
  { user, password }: Pick<DesiredDatabase, 'user' | 'password'>,
): Promise<void> {
  for (const { Host } of await hostsOf(lane, user))
    await lane.ask(`ALTER USER ${account(user, Host)} IDENTIFIED BY ${quoteText(password)} ACCOUNT LOCK`)
  await endConnections(lane, user)
}

/** As `DatabaseEngine.isTaken`. */
export async function isTaken(admin: Admin, { database, user }: EngineNames): Promise<boolean> {
  const rows = await admin.ask(
    `SELECT 1 AS found FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ${quoteText(database)}
     UNION ALL SELECT 1 FROM mysql.user WHERE User = ${quoteText(user)}`,
  )
  return rows.length > 0
}

/** Revokes the user's rights on other databases, and other users' rights on this one. */
async function separate(admin: Admin, { database, user }: EngineNames): Promise<void> {
  const pattern = quotePattern(database).slice(1, -1)
  const isOurs = `User = ${quoteText(user)}`
  const strange = await admin.ask<{ Host: string; Db: string; User: string }>(
    `SELECT Host AS Host, Db AS Db, User AS User FROM mysql.db
     WHERE (${isOurs}) <> (Db IN (${quoteText(pattern)}, ${quoteText(database)}))`,
  )
  for (const { Host, Db, User } of strange)
    await admin.ask(`REVOKE ALL PRIVILEGES ON ${quoteName(Db)}.* FROM ${account(User, Host)}`)
}

async function hasDatabase(admin: Admin, database: string): Promise<boolean> {
  const rows = await admin.ask(
    `SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ${quoteText(database)}`,
  )
  return rows.length > 0
}

/** Gives the user accounts at exactly these hosts, with rights on its database only; new accounts are locked. */
async function syncAccounts(admin: Admin, hosts: readonly Host[], wanted: DesiredDatabase): Promise<void> {
  const { database, user, password } = wanted
  for (const { host, isOutside } of hosts) {
    const name = account(user, host)
    const secret = `IDENTIFIED BY ${quoteText(password)}`
    await admin.ask(`CREATE USER IF NOT EXISTS ${name} ${secret} ACCOUNT LOCK`)
    await admin.ask(
      `ALTER USER ${name} ${secret} REQUIRE ${isOutside ? 'SSL' : 'NONE'} WITH MAX_USER_CONNECTIONS ${maxConnections}`,
    )
    await admin.ask(`GRANT ALL PRIVILEGES ON ${quotePattern(database)}.* TO ${name}`)
  }
  await separate(admin, wanted)
  const former = (await hostsOf(admin, user)).filter(({ Host }) => !hosts.some(({ host }) => host === Host))
  for (const { Host } of former) await admin.ask(`DROP USER IF EXISTS ${account(user, Host)}`)
  if (former.length > 0) await endConnections(admin.ending, user)
}

/** As `DatabaseEngine.ensure`; `own` are account hosts for programs on this machine. */
export async function ensure(admin: Admin, own: readonly string[], wanted: DesiredDatabase): Promise<void> {
  const { database, user, isOpen, allow, endsSessions = false } = wanted
  const outside = allow.map(hostOf).filter((host) => !own.includes(host))
  const hosts = [...own, ...outside].map((host) => ({ host, isOutside: outside.includes(host) }))
  const before = isOpen ? await openAccounts(admin, user) : []
  if (!isOpen || endsSessions) await lockOut(admin.ending, wanted)
  try {
    // For an existing database this would wait for every statement that changes a table in it.
    if (!(await hasDatabase(admin, database)))
      await admin.ask(`CREATE DATABASE IF NOT EXISTS ${quoteName(database)} CHARACTER SET utf8mb4`)
    await syncAccounts(admin, hosts, wanted)
  } catch (error) {
    await setOpen(admin, before, true)
    throw error
  }
  const accounts = (await hostsOf(admin, user)).map(({ Host }) => account(user, Host))
  await setOpen(admin, accounts, isOpen)
}

/** As `DatabaseEngine.remove`. */
export async function remove(admin: Admin, { database, user }: EngineNames): Promise<void> {
  for (const { Host } of await hostsOf(admin, user))
    await admin.ask(`DROP USER IF EXISTS ${account(user, Host)}`)
  await endConnections(admin.ending, user)
  await admin.ask(`DROP DATABASE IF EXISTS ${quoteName(database)}`)
}

/** Gives the user full rights on another database. */
export async function grantAccess(admin: Queryable, user: string, database: string): Promise<void> {
  for (const { Host } of await hostsOf(admin, user))
    await admin.ask(`GRANT ALL PRIVILEGES ON ${quotePattern(database)}.* TO ${account(user, Host)}`)
}

/** The unlocked accounts of a user. */
export async function openAccounts(admin: Queryable, user: string): Promise<string[]> {
  const names = (await hostsOf(admin, user)).map(({ Host }) => account(user, Host))
  const open: string[] = []
  for (const name of names) {
    const [row] = await admin.ask<Record<string, string>>(`SHOW CREATE USER ${name}`)
    if (!/ACCOUNT LOCK/.test(Object.values(row ?? {}).join(' '))) open.push(name)
  }
  return open
}

/** Unlocks or locks the existing ones of these accounts; open connections stay. */
export async function setOpen(admin: Queryable, accounts: readonly string[], isOpen: boolean): Promise<void> {
  for (const name of accounts)
    await admin.ask(`ALTER USER IF EXISTS ${name} ACCOUNT ${isOpen ? 'UNLOCK' : 'LOCK'}`)
}
