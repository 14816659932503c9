import { nameProcess, readOptions } from '#server/system/programs/program.ts'
import { serveSite } from '../site-server/serve-site.ts'

// The web server of one service, started by the site driver: a separate entry point, because many run and each must be small.

const { read } = readOptions(['root', 'socket', 'log', 'heartbeat', 'orphan-ms'])

// The title in its owner's process list, in place of an internal file name.
nameProcess('web-server')
serveSite({
  root: read('root'),
  socket: read('socket'),
  log: read('log'),
  heartbeat: read('heartbeat'),
  orphanMs: Number(read('orphan-ms')),
  now: () => new Date(),
})
