/**
 * Calls `stop` once, at the first SIGTERM or SIGINT. A terminal sends Ctrl-C to the whole process group and `bun run` passes
 * its own copy on, so one key press arrives twice: further signals change nothing until `graceMs` are over, and end the
 * process with code 1 after that.
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
}
