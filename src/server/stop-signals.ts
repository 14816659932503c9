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

/** How a portal ends: with everything it runs, or leaving customers' sites to the portal that starts next. */
export type Ending = 'everything' | 'handOver'

/**
 * Calls `stop` at the first SIGTERM (`handOver`), SIGINT or SIGHUP (`everything`; a closed terminal, unless `nohup` was used). A
 * terminal sends Ctrl-C to the whole process group and `bun run` passes its own copy on, so one key press arrives twice: further
 * signals have no effect until `graceMs` have passed, and then end the process with code 1. Only the first request for everything
 * after a SIGTERM calls `stop` again.
 */
export function onStopSignal(stop: (ending: Ending) => void, { graceMs }: { graceMs: number }): void {
  let stoppedAt: number | null = null
  let isOver = false
  const receive = (ending: Ending) => () => {
    if (stoppedAt !== null && performance.now() - stoppedAt > graceMs) process.exit(1)
    const isNew = stoppedAt === null || (ending === 'everything' && !isOver)
    stoppedAt ??= performance.now()
    isOver ||= ending === 'everything'
    if (isNew) stop(ending)
  }
  // When the first process of a container ends, all others end too.
  process.on('SIGTERM', receive(process.pid === 1 ? 'everything' : 'handOver'))
  process.on('SIGINT', receive('everything'))
  if (!ignoresHangUp()) process.on('SIGHUP', receive('everything'))
}
