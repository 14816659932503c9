import { join } from 'node:path'
import type { Deps, Kernel } from '#server/context.ts'
import type { Driver } from '#server/driver.ts'
import type { Running } from '#server/feature.ts'
import { second } from '#shared/time.ts'
import { createDovecot, type Dovecot, findDovecot } from '../drivers/dovecot/dovecot.ts'
import { mailNameOf } from '../service/mail-name.ts'
import { readMailUsers } from './users.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** The IMAP server for mail programs. */
    imapServer: ImapServer
  }
}

/** Without Dovecot, the reason and the remedy for an operator, as a sentence. */
export type ImapServer = { dovecot: Dovecot; advice: null } | { dovecot: null; advice: string }

const off = (advice: string): ImapServer => ({ dovecot: null, advice })

/** Dovecot, where it is installed and allowed to run. */
export function openImapServer({ env, now, log, origin }: Kernel): ImapServer {
  const { MAIL_IMAP_PORT: port, DATA_DIR, HOST } = env
  if (port === 0) return off('IMAP is off because MAIL_IMAP_PORT is 0.')
  if (env.SHARED_DATA) return off('IMAP is off because SHARED_DATA is set.')
  const found = findDovecot()
  if (!found) return off('IMAP is off. To enable it, install Dovecot (Debian: dovecot-imapd).')
  if (process.getuid?.() === 0)
    return off('IMAP is off because the portal runs as root. Run it as another user to enable it.')
  const dovecot = createDovecot(found, {
    folder: join(DATA_DIR, 'dovecot'),
    mailFolder: join(DATA_DIR, 'mail'),
    listen: HOST === 'localhost' ? '127.0.0.1' : HOST,
    port,
    host: mailNameOf({ env, origin }),
    identity: null,
    now,
    log,
  })
  return { dovecot, advice: null }
}

export const imapDriver = ({ imapServer: { dovecot, advice } }: Deps): Driver => ({
  name: 'dovecot',
  mode: dovecot ? 'managed' : 'off',
  async check() {
    if (!dovecot) return { isHealthy: true, version: null, message: advice }
    const problem = dovecot.isRunning() ? null : (dovecot.problem() ?? 'Dovecot is starting.')
    return { isHealthy: problem === null, version: dovecot.version, message: problem }
  },
})

const againMs = 5 * second
const soonMs = 50

/** Serves mailboxes by IMAP while the portal runs. Changes take effect within a second, missed events within five. */
export async function serveImap(deps: Deps): Promise<Running> {
  const { imapServer, mailPorts, events, log } = deps
  const { dovecot } = imapServer
  if (!dovecot) return {}
  let timer: Timer | null = null
  let current: Promise<void> = Promise.resolve()
  let isStopped = false
  const follow = async () => {
    try {
      await dovecot.publish(await readMailUsers(deps))
      mailPorts.imap = await dovecot.connect()
    } catch (error) {
      mailPorts.imap = null
      log.warn('the IMAP user list could not be updated', {
        message: error instanceof Error ? error.message : '',
      })
    }
  }
  const plan = (ms: number) => {
    if (isStopped) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      timer = null
      current = current.then(follow).then(() => plan(againMs))
    }, ms)
  }
  const close = events.subscribe(({ kind }) => {
    if (kind === 'email' || kind === 'service') plan(soonMs)
  })
  plan(0)
  return {
    async stop() {
      isStopped = true
      close()
      if (timer) clearTimeout(timer)
      await dovecot.stop()
      await current
      mailPorts.imap = null
    },
  }
}
