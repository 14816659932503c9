import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { postfix } from '../../scripts/testing/tools.ts'
import { makeTestFolder } from './folders.ts'
import { freePort } from './free-port.ts'
import { openSmtp } from './raw-smtp.ts'
import { required } from './required.ts'
import { until } from './until.ts'

/** Whether tests that need Postfix can run, which starts only as root; they must where REQUIRE_DRIVERS names it. */
export const hasPostfix =
  (postfix.find() !== null && process.getuid?.() === 0) || required.includes('postfix')
if (!hasPostfix) console.log('tests with Postfix are skipped: as root, apt-get install postfix')

/** Its mailboxes belong to the user nobody. */
const nobody = 65_534

async function idOf(user: string): Promise<number> {
  return Number((await Bun.$`id -u ${user}`.text()).trim())
}

/** master(5): name, kind, private, unprivileged, chroot, wake-up, most processes, command. */
const services = (port: number): string =>
  [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
    'smtp unix - - n - - smtp',
    ...['error', 'retry'].map((name) => `${name} unix - - n - - error`),
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
  ].join('\n')

/**
 * Debian's Postfix on a free port of loopback. It accepts all mail for `far.test` into one Maildir except `nobody@far.test`,
 * and relays the mail of the domains in `routes` to their ports of loopback.
 */
export async function startPostfix(routes: Record<string, number>) {
  const folder = makeTestFolder()
  const at = (name: string) => join(folder, name)
  for (const name of ['conf', 'queue', 'data', 'boxes']) mkdirSync(at(name))
  chmodSync(folder, 0o755)
  chownSync(at('data'), await idOf('postfix'), nobody)
  chownSync(at('boxes'), nobody, nobody)
  const port = freePort()
  const leads = Object.entries(routes).map(([domain, target]) => `{${domain} = smtp:[127.0.0.1]:${target}}`)
  await Bun.write(
    at('conf/main.cf'),
    `compatibility_level = 3.6
queue_directory = ${at('queue')}
data_directory = ${at('data')}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
meta_directory = /etc/postfix
maillog_file = ${at('log')}
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.far.test
mydestination =
local_recipient_maps =
alias_maps =
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_recipient_restrictions = check_recipient_access inline:{nobody@far.test=REJECT}, permit
smtp_tls_security_level = may
smtp_host_lookup = native
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
virtual_mailbox_domains = far.test
virtual_mailbox_base = ${at('boxes')}
virtual_mailbox_maps = static:all/
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
virtual_minimum_uid = 100
transport_maps =${leads.length > 0 ? ` inline:{${leads.join(' ')}}` : ''}
`,
  )
  await Bun.write(at('conf/master.cf'), `${services(port)}\n`)
  const { success, stderr } = Bun.spawnSync(['/usr/sbin/postfix', '-c', at('conf'), 'check'])
  if (!success) throw new Error(`Postfix does not take its configuration: ${stderr}`)
  const child = Bun.spawn(['/usr/lib/postfix/sbin/master', '-c', at('conf'), '-d'], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const isUp = () =>
    openSmtp(port).then(
      (client) => {
        client.end()
        return true
      },
      () => false,
    )
  await until('a greeting of Postfix', isUp)
  return {
    port,
    log: () => Bun.file(at('log')).text(),
    /** The messages in its mailbox as received, in no order. */
    async messages(): Promise<string[]> {
      const files = await Array.fromAsync(new Bun.Glob('boxes/all/new/*').scan({ cwd: folder }))
      return Promise.all(files.map((file) => Bun.file(at(file)).text()))
    },
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Postfix = Awaited<ReturnType<typeof startPostfix>>
