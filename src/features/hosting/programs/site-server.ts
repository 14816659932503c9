import { nameProcess, readOptions } from '#server/system/programs/program.ts'
import { serveSite } from '../site-server/serve-site.ts'

// The web server of one service, started by the site driver: an entry of its own, since it is started often and kept small.

const { read } = readOptions(['root', 'socket', 'log', 'heartbeat', 'orphan-ms'])

// What its owner reads in the list of processes, in place of the name of a file of ours.
nameProcess('web-server')
serveSite({
  root: read('root'),
  socket: read('socket'),
  log: read('log'),
  heartbeat: read('heartbeat'),
  orphanMs: Number(read('orphan-ms')),
  now: () => new Date(),
})
