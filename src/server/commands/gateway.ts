import { serveGateway } from '#features/servers/gateway/serve-gateway.ts'
import { nameProcess, readOptions } from './program.ts'

// The gateway to customers' sites, started by the portal: a process of its own, so that its visitors take nothing of the portal's.

const { find, read } = readOptions(['control', 'pid-file', 'build', 'orphan-ms'])
const orphanMs = find('orphan-ms')

nameProcess('site-gateway')
serveGateway({
  control: read('control'),
  pidFile: read('pid-file'),
  build: read('build'),
  ...(orphanMs === undefined ? {} : { orphanMs: Number(orphanMs) }),
  now: () => new Date(),
})
