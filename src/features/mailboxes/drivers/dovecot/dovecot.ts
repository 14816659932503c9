import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Logger } from '#server/log.ts'
import { replaceFile } from '#server/system/disk.ts'
import { createEngineHost, type EngineHost, type Identity } from '#server/system/programs/engine-host.ts'
import { createEngineProcess, type EngineProcess } from '#server/system/programs/engine-process.ts'
import { isStillGood, signOwn } from '#server/system/programs/self-signed.ts'
import { second } from '#shared/time.ts'
import { configurationOf, type DovecotVersion, quotaRule, readVersion } from './configuration.ts'
import { type MailUser, usersFile } from './users-file.ts'

const program = '/usr/sbin/dovecot'
const administration = '/usr/bin/doveadm'
const usualPort = 12_993
const lookMs = second
/** More than the processes for signed-in clients (1,024), so that these never use up the limit. */
const usualLoginPlaces = 2_000

export type DovecotOptions = {
  /** The folder of its own files, below DATA_DIR. */
  folder: string
  mailFolder: string
  listen: string
  port: number | 'auto'
  /** The host name in its certificate. */
  host: string
  /** Connections that have not signed in, and TLS of those that have; 2,000 by default. */
  loginPlaces?: number
  /** The user that runs it and owns the mailboxes; null for the portal's own user. */
  identity: Identity | null
  now: () => Date
  log: Pick<Logger, 'info' | 'warn'>
}

export type Dovecot = EngineProcess & {
  version: string
  /** Exactly these may sign in; other sessions, and those with an old password, are closed. */
  publish(users: readonly MailUser[]): Promise<void>
}

/** The version installed here, and its configuration syntax; null when it is unsupported. */
export function findDovecot(): { version: string; syntax: DovecotVersion } | null {
  if (!existsSync(program)) return null
  const version = spawnSync(program, ['--version'], { encoding: 'utf8', env: {} }).stdout?.trim() ?? ''
  const syntax = readVersion(version)
  return syntax && { version: version.split(' ')[0] ?? version, syntax }
}

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: lookMs })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })

/** The name of a user or group, which Dovecot requires. The environment may lack it or be wrong. */
const nameIn = (file: '/etc/passwd' | '/etc/group', id: number): string =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , each]) => Number(each) === id)?.[0] ?? String(id)

const ownIdentity = (): Identity => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  return { name: nameIn('/etc/passwd', uid), uid, gid }
}

/** A certificate for `host`, reused while it is valid. */
async function placeCertificate(host: EngineHost, { host: name, now }: DovecotOptions): Promise<void> {
  const kept = await readFile(host.path('tls.crt'), 'utf8').catch(() => '')
  if (isStillGood(kept, name, now())) return
  const { certificate, key } = await signOwn(name, now())
  await replaceFile(host.path('tls.key'), key, { mode: 0o600 })
  await replaceFile(host.path('tls.crt'), certificate, { mode: 0o600 })
  await host.give('tls.key')
  await host.give('tls.crt')
}

/** Runs Dovecot as a child process of the portal; the first `connect` starts it. */
export function createDovecot(
  { version, syntax }: { version: string; syntax: DovecotVersion },
  options: DovecotOptions,
): Dovecot {
  const { folder, mailFolder, listen, port, identity, loginPlaces = usualLoginPlaces } = options
  const user = identity ?? ownIdentity()
  const isLocal = listen === '127.0.0.1'
  let made: Promise<EngineHost> | null = null
  let present: readonly MailUser[] = []
  let written: string | null = null

  /** A Dovecot that an earlier portal left running uses the same folder. */
  const reach = (): Promise<EngineHost> => {
    made ??= createEngineHost(folder, identity)
    return made
  }
  const write = async () => {
    const host = await reach()
    const text = usersFile(present, { mailFolder, rule: quotaRule[syntax] })
    if (text === written) return
    await replaceFile(host.path('users'), text, { mode: 0o600 })
    await host.give('users')
    written = text
  }
  const engine = createEngineProcess({
    label: 'Dovecot',
    folder,
    identity: () => identity,
    address: isLocal ? '127.0.0.1' : '0.0.0.0',
    port,
    usualPort,
    async prepare(host) {
      for (const name of ['run', 'state', 'index']) await host.makeOwn(name)
      await placeCertificate(host, options)
      written = null
      await write()
    },
    async command(host, at) {
      const wish = {
        version: syntax,
        folder: host.seen(),
        user: user.name,
        group: nameIn('/etc/group', user.gid),
        uid: user.uid,
      }
      const text = configurationOf({ ...wish, listen, port: at, loginPlaces })
      await replaceFile(host.path('dovecot.conf'), text, { mode: 0o644 })
      return [program, '-F', '-c', host.seen('dovecot.conf')]
    },
    isReady: (at) => answers(isLocal ? '127.0.0.1' : listen, at),
    stopSignal: 'SIGTERM',
    log: options.log,
  })
  return {
    ...engine,
    version,
    async publish(users) {
      const wanted = new Map(users.map(({ email, hash }) => [email, hash]))
      const gone = present.filter(({ email, hash }) => wanted.get(email) !== hash)
      present = users
      await write()
      const host = await reach()
      for (const { email } of engine.isRunning() ? gone : [])
        await host.run([administration, '-c', host.seen('dovecot.conf'), 'kick', email])
    },
  }
}
