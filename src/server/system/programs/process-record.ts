import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { readStartTicks } from '../proc.ts'

const note = z.object({
  pid: z.number().int().positive(),
  startTicks: z.number(),
  handoverSeconds: z.number().optional(),
})

export type ProcessRecord = z.output<typeof note>

/** Records this process in `file`, with the socket it listens on if any, atomically: a reader must not see a partial record. */
export function writeOwnRecord({
  file,
  socket,
  handoverSeconds,
  now,
}: {
  file: string
  socket?: string
  /** How long a portal's sites stay up after it was asked to end. */
  handoverSeconds?: number
  now: () => Date
}): void {
  const temporary = `${file}.${process.pid}`
  const own = {
    pid: process.pid,
    startTicks: readStartTicks(process.pid) ?? 0,
    startedAt: now(),
    socketPath: socket,
    handoverSeconds,
  }
  writeFileSync(temporary, JSON.stringify(own), { mode: 0o600 })
  renameSync(temporary, file)
}

function read(file: string): ProcessRecord | null {
  try {
    return note.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** The process recorded in `file`, if it runs; null for none. */
export function findRecordedProcess(file: string): ProcessRecord | null {
  const found = read(file)
  return found !== null && readStartTicks(found.pid) === found.startTicks ? found : null
}

/** Whether `file` records this process; false when it does not exist. */
export const isRecorded = (file: string): boolean => read(file)?.pid === process.pid

/** Removes the record of this process, but not that of another. */
export function removeOwnRecord(file: string): void {
  if (isRecorded(file)) rmSync(file, { force: true })
}
