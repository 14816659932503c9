import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { identify } from '#server/system/identify.ts'
import { openSiteLog, type SiteLog } from './access-log.ts'
import { answerBusy, answerLost, answerRequest } from './answer.ts'

export type SiteOptions = {
  root: string
  socket: string
  log: string
  /** The heartbeat file, which the portal touches every few seconds while it supervises this process. */
  heartbeat: string
  /** The heartbeat may be silent for this long. */
  orphanMs: number
  now: () => Date
}

/** Grace period for requests in flight when the server is stopped. */
const graceMs = 4_000
/** The same after a successor has taken over, so that nobody waits for the end. */
const replacedGraceMs = 60_000
const checkMs = 3_000
/** A slow connection is not a dead one; Bun would cut off a transfer that is silent for ten seconds. */
const idleSeconds = 120
/** Requests in flight; beyond this, the answer is 503. Each takes some kilobytes while its client reads slowly. */
const maxInFlight = 1_024

/** Measures how long the heartbeat has been silent, in ms of a monotonic clock: the system clock may jump. */
function watchHeartbeat(path: string): () => number {
  let last: number | undefined
  let heardAt = performance.now()
  return () => {
    const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (touched !== undefined && touched !== last) {
      last = touched
      heardAt = performance.now()
    }
    return performance.now() - heardAt
  }
}

async function answer(root: string, log: SiteLog, request: Request): Promise<Response> {
  try {
    const response = await answerRequest(root, request)
    log.access(request, response)
    return response
  } catch (error) {
    const failed = new Response('Internal Server Error', { status: 500 })
    log.access(request, failed)
    log.note('error', error instanceof Error ? error.message : 'unknown failure')
    return failed
  }
}

/**
 * Serves the files of `root` on a unix socket until it is stopped or orphaned: another process has replaced the socket, the data
 * folder has disappeared, or there was no heartbeat for `orphanMs`. Requests in flight are finished first.
 */
export function serveSite(options: SiteOptions): void {
  const { root, socket } = options
  const log = openSiteLog(options.log, options.now)
  process.umask(0o077)
  // A rename leaves no moment without a socket.
  const draft = join(dirname(socket), `${crypto.randomUUID().slice(0, 3)}.s`)
  rmSync(draft, { force: true })
  let server: Bun.Server<undefined> | null = null
  let isEnding = false
  const end = async (reason: string, withinMs = graceMs) => {
    if (isEnding) return
    isEnding = true
    await Promise.race([server?.stop(false), Bun.sleep(withinMs)])
    log.note('notice', `web server ended: ${reason}`)
    log.flush()
    process.exit(0)
  }
  // Before any connection: the first process of a pid namespace receives only signals that it handles.
  process.on('SIGTERM', () => void end('stopped'))
  process.on('SIGINT', () => void end('stopped'))
  server = Bun.serve({
    unix: draft,
    fetch(request, server) {
      if (server.pendingRequests > maxInFlight) return answerBusy()
      server.timeout(request, idleSeconds)
      return answer(root, log, request)
    },
    error: answerLost,
  })
  renameSync(draft, socket)
  const own = identify(socket)
  const silentMs = watchHeartbeat(options.heartbeat)
  log.note('notice', 'web server started')
  setInterval(
    () => {
      if (identify(socket) !== own) void end('another process replaced it', replacedGraceMs)
      else if (silentMs() > options.orphanMs) void end('its portal has exited')
    },
    Math.min(checkMs, options.orphanMs / 2),
  )
}
