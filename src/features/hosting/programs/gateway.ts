import { dirname } from 'node:path'
import { nameProcess, readOptions } from '#server/system/programs/program.ts'
import { endNotedServers } from '../drivers/process-driver.ts'
import { openRunFolder } from '../drivers/run-folder.ts'
import { serveGateway } from '../gateway/process/serve-gateway.ts'

// The gateway to customers' sites, started by the portal: a separate process, so that visitors cannot slow down the portal.

const { read } = readOptions(['control', 'pid-file', 'build'])

const folder = openRunFolder(dirname(read('pid-file')))

nameProcess('site-gateway')
serveGateway({
  control: read('control'),
  pidFile: read('pid-file'),
  build: read('build'),
  heartbeat: folder.heartbeat,
  endServers: async () => void (await endNotedServers(folder)),
  now: () => new Date(),
})
