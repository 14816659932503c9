import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readStartTicks } from '#server/system/proc.ts'

/**
 * This process is noted in `pidFile` as the listener on `socket`, completely or not at all: a reader must not see half a
 * note.
 */
export function writeOwnNote({
  pidFile,
  socket,
  now,
}: {
  pidFile: string
  socket: string
  now: () => Date
}): void {
  const temporary = `${pidFile}.${process.pid}`
  const note = {
    pid: process.pid,
    startTicks: readStartTicks(process.pid) ?? 0,
    startedAt: now(),
    socketPath: socket,
  }
  writeFileSync(temporary, JSON.stringify(note), { mode: 0o600 })
  renameSync(temporary, pidFile)
}

/** Whether this process is the one that `pidFile` names; false when there is none. */
export function isNoted(pidFile: string): boolean {
  try {
    return JSON.parse(readFileSync(pidFile, 'utf8')).pid === process.pid
  } catch {
    return false
  }
}
