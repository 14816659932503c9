import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pdns } from '../../scripts/testing/tools.ts'
import { makeTestFolder } from './folders.ts'
import { freePort } from './free-port.ts'
import { required } from './required.ts'
import { until } from './until.ts'

/** Whether tests that need PowerDNS can run; they must where REQUIRE_DRIVERS names it. */
export const hasPowerDns = pdns.find() !== null || required.includes('powerdns')
if (!hasPowerDns) console.log('tests with PowerDNS are skipped: apt-get install pdns-backend-sqlite3')

const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'

export type TestPowerDns = Awaited<ReturnType<typeof startPowerDns>>

/** Debian's PowerDNS on free ports of loopback, with its zones in a folder of its own; it can be killed and restarted. */
export async function startPowerDns() {
  const folder = makeTestFolder()
  const [port, apiPort, key] = [freePort(), freePort(), 'the-key-of-the-api']
  const url = `http://127.0.0.1:${apiPort}`
  const database = join(folder, 'pdns.db')
  const settings = {
    launch: 'gsqlite3',
    'gsqlite3-database': database,
    'gsqlite3-dnssec': 'yes',
    'gsqlite3-pragma-synchronous': '0',
    'local-address': '127.0.0.1',
    'local-port': port,
    'socket-dir': folder,
    setuid: '',
    setgid: '',
    'security-poll-suffix': '',
    daemon: 'no',
    guardian: 'no',
    api: 'yes',
    'api-key': key,
    webserver: 'yes',
    'webserver-address': '127.0.0.1',
    'webserver-port': apiPort,
  }
  const db = new Database(database)
  db.exec(await Bun.file(schema).text())
  db.close()
  await Bun.write(
    join(folder, 'pdns.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const log = Bun.file(join(folder, 'pdns.log'))
  const ask = (path: string, init: { method?: string; json?: unknown } = {}) =>
    fetch(`${url}/api/v1/servers/localhost${path}`, {
      headers: { 'x-api-key': key },
      ...(init.method ? { method: init.method } : {}),
      ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
    })
  let child: Bun.Subprocess | null = null
  const start = async () => {
    const command = [pdns.find() ?? 'pdns_server', `--config-dir=${folder}`]
    const started = Bun.spawn(command, { stdout: log, stderr: log })
    child = started
    await until('PowerDNS', async () => {
      if (started.exitCode !== null) throw new Error(await log.text())
      return ask('').then(
        ({ ok }) => ok,
        () => false,
      )
    })
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    await child?.exited
    child = null
  }
  await start()
  return {
    port,
    url,
    key,
    env: { DNS_DRIVER: 'powerdns', POWERDNS_URL: url, POWERDNS_API_KEY: key },
    ask,
    /** Adds a zone that does not come from a portal. */
    addZone: (name: string, address: string) =>
      ask('/zones', {
        method: 'POST',
        json: {
          name: `${name}.`,
          kind: 'Native',
          nameservers: ['ns1.example.net.'],
          rrsets: [{ name: `${name}.`, type: 'A', ttl: 300, records: [{ content: address }] }],
        },
      }),
    start,
    kill,
    log: () => log.text(),
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
