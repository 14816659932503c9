/** Messages that the portal takes in a second beside Debian's Postfix, both syncing each to the disk before they answer. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { makeFilesTemplate } from '../../test/faults/files-stage.ts'
import { call, trusting, withoutSites } from '../../test/faults/journey.ts'
import { startTestDns } from '../../test/support/dns.ts'
import { startPostfix } from '../../test/support/postfix.ts'
import { startServer } from '../../test/support/server.ts'
import { until } from '../../test/support/until.ts'

const rounds = Number(process.argv[2] ?? 3)
const messages = 1_000
const senders = 20
const bytes = 4_096

type Server = { name: string; port: number; to: string }

const template = await makeFilesTemplate()
// Who sends is checked without a question to the machine's resolver.
const dns = await startTestDns([['test', ['far TXT v=spf1 ip4:127.0.0.1 -all']]])
const portal = await startServer({
  dataDir: template.dataDir,
  env: {
    ...trusting,
    ...withoutSites,
    MAIL_SMTP_PORT: 'auto',
    LOG_LEVEL: 'info',
    DNS_RESOLVERS: `127.0.0.1:${dns.port}`,
  },
})

async function post<T>(path: string, json: unknown): Promise<T> {
  const response = await call(portal.url + path, { cookie: template.customer, json })
  if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

async function prepare(): Promise<Server> {
  const { serviceId } = template
  await post('/api/domains/register', { name: 'mail-bench', tld: 'com', serviceId })
  const { email } = await post<{ email: string }>('/api/email/accounts', {
    local: 'ada',
    domain: 'mail-bench.com',
  })
  const port = await until('a server for mail', () => {
    const line = portal.log.find((each) => each.includes('"receiving mail"'))
    return line ? Number((JSON.parse(line) as { port: number }).port) : null
  })
  return { name: 'portal', port, to: email }
}

/** Messages in a second, each on a connection of its own as strangers come, or all of a sender on one. */
async function rateOf({ port, to }: Server, isKept: boolean): Promise<number> {
  const options = [
    '-s',
    senders,
    '-m',
    messages,
    '-l',
    bytes,
    '-f',
    'bob@far.test',
    '-t',
    to,
    ...(isKept ? ['-d'] : []),
  ]
  const began = performance.now()
  const child = Bun.spawn(['/usr/sbin/smtp-source', ...options.map(String), `127.0.0.1:${port}`], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text())
  return messages / ((performance.now() - began) / 1_000)
}

const folder = mkdtempSync('/tmp/portal-bench-postfix-')
const postfix = await startPostfix({ folder })
try {
  const servers: Server[] = [await prepare(), { name: 'Postfix', port: postfix.port, to: 'bob@far.test' }]
  for (const isKept of [false, true]) {
    const best = new Map<string, number>()
    for (let round = 0; round <= rounds; round += 1)
      for (const server of servers) {
        const rate = await rateOf(server, isKept)
        // The first round is for warming up.
        if (round > 0) best.set(server.name, Math.max(best.get(server.name) ?? 0, rate))
      }
    const [own = 0, peer = 1] = servers.map(({ name }) => best.get(name) ?? 0)
    console.log(
      `${senders} senders, ${isKept ? 'connections kept' : 'a connection for each message'}, ${bytes} bytes`,
    )
    console.log(`  portal   ${own.toFixed(0)} messages/s  ${(own / peer).toFixed(2)} of Postfix`)
    console.log(`  Postfix  ${peer.toFixed(0)} messages/s`)
  }
} finally {
  await portal.stop()
  await postfix.stop()
  dns.close()
  await rm(template.dataDir, { recursive: true, force: true })
}
