import { readFileSync } from 'node:fs'

/** Whether this process should outlive its terminal, as with `nohup`; always false where there is no /proc. */
function ignoresHangUp(): boolean {
  try {
    const [, ignored = '0'] = /^SigIgn:\s*([\da-f]+)/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
    // SIGHUP is signal 1, the lowest bit.
    return (Number.parseInt(ignored.slice(-1), 16) & 1) === 1
  } catch {
    return false
  }
}

/**
 * Calls `stop` once, at the first SIGTERM, SIGINT or SIGHUP (a closed terminal, unless `nohup` was used). A terminal sends
 * Ctrl-C to the whole process group and `bun run` passes its own copy on, so one key press arrives twice: further signals
 * have no effect until `graceMs` have passed, and end the process with code 1 after that.
 */
export function onStopSignal(stop: () => void, { graceMs }: { graceMs: number }): void {
  let stoppedAt: number | null = null
  const receive = () => {
    if (stoppedAt === null) {
      stoppedAt = performance.now()
      stop()
    } else if (performance.now() - stoppedAt > graceMs) {
      process.exit(1)
    }
  }
  process.on('SIGTERM', receive)
  process.on('SIGINT', receive)
  if (!ignoresHangUp()) process.on('SIGHUP', receive)
}
