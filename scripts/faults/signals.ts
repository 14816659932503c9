import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFilesTemplate } from '../../test/faults/files-stage.ts'
import { withCopy } from '../../test/faults/journey.ts'
import { expectedLeft, launchers, type Stop, stopBySignal } from '../../test/faults/stops.ts'
import { compile } from '../build/compile.ts'

// `bun run faults signals [rounds]`: stops a portal with a web server by signals, from every launcher; it must leave no process,
// and after SIGTERM only the gateway and the web server.

const rounds = Number(Bun.argv[2] ?? 50)
const stops: Stop[] = [
  { signal: 'SIGINT', to: 'group' },
  { signal: 'SIGTERM', to: 'group' },
  { signal: 'SIGHUP', to: 'group' },
  { signal: 'SIGTERM', to: 'leader' },
]

const folder = await mkdtemp(join(tmpdir(), 'portal-signals-'))
const template = await makeFilesTemplate()
let failures = 0
try {
  const program = join(folder, 'portal')
  await compile(program)
  const commands = Object.entries({ ...launchers, binary: [program] })
  for (const [name, command] of commands) {
    const left = { portals: 0, webServers: 0, gateways: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const stop = stops[round % stops.length] as Stop
      await withCopy(template, async (dataDir) => {
        const found = await stopBySignal(command, { dataDir, services: 1 }, stop)
        const wanted = expectedLeft(stop, 1)
        for (const kind of ['portals', 'webServers', 'gateways'] as const)
          left[kind] += Math.abs(found[kind] - wanted[kind])
      })
    }
    failures += left.portals + left.webServers + left.gateways
    console.log(
      `${name.padEnd(20)}${rounds} stops, too many or too few processes left: ${left.portals} portals, ${left.webServers} web servers, ${left.gateways} gateways`,
    )
  }
} finally {
  await rm(folder, { recursive: true, force: true })
  await rm(template.dataDir, { recursive: true, force: true })
}
process.exit(failures === 0 ? 0 : 1)
