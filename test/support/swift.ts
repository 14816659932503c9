import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { swift } from '../../scripts/testing/tools.ts'
import { makeFolder } from './folders.ts'
import { freePort } from './free-port.ts'
import { required } from './required.ts'
import { until } from './until.ts'

/** Whether tests that need OpenStack Swift can run; they must where REQUIRE_DRIVERS names it. */
export const hasSwift = swift.every((tool) => tool.find() !== null) || required.includes('swift')
if (!hasSwift) {
  const packages = swift.flatMap((tool) => tool.packages).join(' ')
  console.log(`tests with S3 buckets are skipped: apt-get install ${packages}`)
}

const [accessKeyId, secretAccessKey] = ['portal:photos', 'secret']
const stores = ['account', 'container', 'object'] as const

type Section = Record<string, string | number>

const writeIni = (path: string, sections: Record<string, Section>): Promise<number> =>
  Bun.write(
    path,
    Object.entries(sections)
      .map(([name, values]) => {
        const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}\n`)
        return `[${name}]\n${lines.join('')}`
      })
      .join(''),
  )

/** The filters before the storage: S3 tokens need a cache, which may have no reachable server. */
const filters: Record<string, Section> = {
  'filter:catch_errors': { use: 'egg:swift#catch_errors' },
  'filter:cache': { use: 'egg:swift#memcache', memcache_servers: '127.0.0.1:1' },
  'filter:listing_formats': { use: 'egg:swift#listing_formats' },
  'filter:s3api': { use: 'egg:swift#s3api', location: 'us-east-1' },
  'filter:tempauth': { use: 'egg:swift#tempauth', user_portal_photos: `${secretAccessKey} .admin` },
  'filter:slo': { use: 'egg:swift#slo' },
}

/** A server that repeatedly takes longer than half a second is shunned for a minute, even while all of them start. */
const patience = { conn_timeout: 30, node_timeout: 60, error_suppression_limit: 1_000_000 }

function run(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command)
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr}`)
  return stdout.toString().trim()
}

/** The ring of each storage type: one disk on one server. For Debian's Python, with pairs of a file and a port. */
const makeRings = `
import sys
from swift.common.ring import RingBuilder
given = sys.argv[1:]
for path, port in zip(given[::2], given[1::2]):
    builder = RingBuilder(4, 1, 1)
    place = {'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1}
    builder.add_dev({'id': 0, 'replication_ip': '127.0.0.1', 'replication_port': int(port), 'meta': '', **place})
    builder.rebalance()
    builder.get_ring().save(path)
`

const takesConnections = (port: number): Promise<boolean> =>
  Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).then(
    (socket) => {
      socket.end()
      return true
    },
    () => false,
  )

/** Creating a bucket needs a signed query (AWS signature version 2), which Bun's S3 client cannot send. */
async function makeBucket(origin: string, name: string): Promise<void> {
  const expires = Math.floor(Date.now() / 1_000) + 600
  const said = `PUT\n\n\n${expires}\n/${name}`
  const signature = new Bun.CryptoHasher('sha1', secretAccessKey).update(said).digest('base64')
  const query = { AWSAccessKeyId: accessKeyId, Expires: String(expires), Signature: signature }
  const answer = await fetch(`http://${origin}/${name}?${new URLSearchParams(query)}`, { method: 'PUT' })
  if (!answer.ok) throw new Error(`the bucket was answered ${answer.status}: ${await answer.text()}`)
}

/** OpenStack Swift on free ports of loopback, with an empty bucket; its objects need a folder with extended attributes. */
export async function startSwift(bucket: string) {
  const folder = makeFolder(tmpdir(), 'portal-swift-')
  const port = freePort()
  const origin = `127.0.0.1:${port}`
  const usual = { bind_ip: '127.0.0.1', workers: 0, user: run('id', '-un'), swift_dir: folder }
  mkdirSync(join(folder, 'devices/disk'), { recursive: true })
  const rings: string[] = []
  const ports = [port]
  for (const store of stores) {
    const own = freePort()
    ports.push(own)
    await writeIni(join(folder, `${store}.conf`), {
      DEFAULT: { ...usual, bind_port: own, devices: join(folder, 'devices'), mount_check: 'false' },
      'pipeline:main': { pipeline: `${store}-server` },
      [`app:${store}-server`]: { use: `egg:swift#${store}` },
    })
    rings.push(join(folder, `${store}.ring.gz`), String(own))
  }
  run('/usr/bin/python3', '-c', makeRings, ...rings)
  await writeIni(join(folder, 'proxy.conf'), {
    DEFAULT: { ...usual, bind_port: port },
    'pipeline:main': { pipeline: 'catch_errors cache listing_formats s3api tempauth slo proxy-server' },
    'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: 'true', ...patience },
    ...filters,
  })
  const servers = [...stores, 'proxy'].map((part) =>
    Bun.spawn([`swift-${part}-server`, join(folder, `${part}.conf`)], {
      stdio: ['ignore', 'ignore', 'ignore'],
    }),
  )
  for (const each of ports) await until(`a server of Swift at ${each}`, () => takesConnections(each))
  await until('an answer of Swift', () =>
    makeBucket(origin, bucket).then(
      () => true,
      () => false,
    ),
  )
  return {
    /** In the format of OBJECTS_URL. */
    addressOf: (name: string) =>
      `s3://${encodeURIComponent(accessKeyId)}:${secretAccessKey}@${origin}/${name}?tls=off`,
    async stop() {
      for (const server of servers) server.kill()
      await Promise.all(servers.map((server) => server.exited))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
