import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { openSiteLog, type SiteLog } from './access-log.ts'
import { answerRequest } from './answer.ts'

export type SiteOptions = { root: string; socket: string; pidFile: string; log: string; now: () => Date }

/** Requests in flight get this long when the server is told to end. */
const graceMs = 4_000
const lookMs = 3_000
/** A slow line is no dead one; Bun would cut a transfer that is silent for ten seconds. */
const idleSeconds = 120

/** Field 22 of /proc/self/stat; 0 where there is none. */
function ownStartTicks(): number {
  try {
    const line = readFileSync('/proc/self/stat', 'latin1')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[19])
  } catch {
    return 0
  }
}

/** Whole or not at all: whoever reads it must not see half. */
function writePidFile({ pidFile, socket, now }: SiteOptions): void {
  const temporary = `${pidFile}.${process.pid}`
  const note = { pid: process.pid, startTicks: ownStartTicks(), startedAt: now(), socketPath: socket }
  writeFileSync(temporary, JSON.stringify(note), { mode: 0o600 })
  renameSync(temporary, pidFile)
}

function isNoted({ pidFile }: SiteOptions): boolean {
  try {
    return JSON.parse(readFileSync(pidFile, 'utf8')).pid === process.pid
  } catch {
    return false
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
 * Serves the files of `root` on a unix socket and notes itself in the pid file, until it is told to end, or nobody knows of
 * it any more: another process is noted, or the data folder is gone. Requests in flight are finished first.
 */
export function serveSite(options: SiteOptions): void {
  const { root, socket } = options
  const log = openSiteLog(options.log, options.now)
  process.umask(0o077)
  rmSync(socket, { force: true })
  const server = Bun.serve({
    unix: socket,
    fetch(request, server) {
      server.timeout(request, idleSeconds)
      return answer(root, log, request)
    },
  })
  writePidFile(options)
  log.note('notice', `web server ${process.pid} started`)
  let isEnding = false
  const end = async (reason: string) => {
    if (isEnding) return
    isEnding = true
    await Promise.race([server.stop(false), Bun.sleep(graceMs)])
    log.note('notice', `web server ${process.pid} ended: ${reason}`)
    log.flush()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end('stopped'))
  process.on('SIGINT', () => void end('stopped'))
  setInterval(() => {
    if (!isNoted(options)) void end('nobody knows of it')
  }, lookMs)
}
