import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { serveSite } from '#features/servers/site-server/serve-site.ts'

// The web server of one service, started by the site driver: an entry of its own, since it is started often and kept small.

const names = ['root', 'socket', 'pid-file', 'log'] as const
const { values } = parseArgs({
  options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
})
const read = (name: (typeof names)[number]): string => {
  const value = values[name]
  if (typeof value !== 'string') throw new Error(`--${name} is missing`)
  return value
}

try {
  // What its owner reads in the list of processes, in place of the name of a file of ours.
  writeFileSync('/proc/self/comm', 'web-server')
} catch {
  // A system without /proc shows none.
}

serveSite({
  root: read('root'),
  socket: read('socket'),
  pidFile: read('pid-file'),
  log: read('log'),
  now: () => new Date(),
})
