import { appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Loaded into a portal before its program (BUN_OPTIONS=--preload=…): records each block of the event loop.

const tickMs = 5
const worthNotingMs = 20
const file = join(tmpdir(), `portal-ticks-${process.pid}`)

let last = performance.now()
setInterval(() => {
  const now = performance.now()
  const delayMs = now - last - tickMs
  if (delayMs >= worthNotingMs) appendFileSync(file, `${Date.now()} ${delayMs.toFixed(1)}\n`)
  last = performance.now()
}, tickMs).unref()
