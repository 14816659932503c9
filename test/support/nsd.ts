import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { nsd } from '../../scripts/testing/tools.ts'
import { makeTestFolder } from './folders.ts'
import { freePort } from './free-port.ts'
import { required } from './required.ts'

/** Whether tests that need NSD can run; they must where REQUIRE_DRIVERS names it. */
export const hasNsd = nsd.find() !== null || required.includes('nsd')
if (!hasNsd) console.log('tests with secondaries are skipped: apt-get install nsd')

/**
 * Debian's NSD on a free port of loopback; `zones` is the part of its configuration about zones and keys, `zoneFiles` the
 * lines of files in its folder.
 */
export async function startNsd(
  zones: (folder: string) => string,
  zoneFiles: Record<string, readonly string[]> = {},
) {
  const folder = makeTestFolder()
  for (const [name, lines] of Object.entries(zoneFiles))
    await Bun.write(join(folder, name), `${lines.join('\n')}\n`)
  const port = freePort()
  const file = join(folder, 'nsd.conf')
  await Bun.write(
    file,
    `server:
  ip-address: 127.0.0.1@${port}
  server-count: 1
  username: ""
  database: ""
  zonesdir: "${folder}"
  pidfile: "${folder}/nsd.pid"
  xfrdfile: "${folder}/xfrd.state"
  xfrdir: "${folder}"
  zonelistfile: "${folder}/zone.list"
  logfile: "${folder}/nsd.log"
  rrl-ratelimit: 0
remote-control:
  control-enable: no
${zones(folder)}`,
  )
  const child = Bun.spawn([nsd.find() ?? 'nsd', '-d', '-c', file], { stdout: 'ignore', stderr: 'ignore' })
  return {
    port,
    log: () => Bun.file(join(folder, 'nsd.log')).text(),
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
