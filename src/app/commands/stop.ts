import { parseArgs } from 'node:util'
import type { Env } from '#server/settings.ts'
import { readStartTicks } from '#server/system/proc.ts'
import { findRecordedProcess, type ProcessRecord } from '#server/system/programs/process-record.ts'
import { second } from '#shared/time.ts'
import { endLeftovers, portalRecord } from './leftovers.ts'

/** Requests take ten seconds at most, web servers and engines somewhat longer. */
const limitMs = 60 * second
const pollMs = 50

/** Ends the process. @throws Error with one line when it belongs to another user, or takes longer than a minute */
async function endPortal({ pid, startTicks }: ProcessRecord, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (readStartTicks(pid) !== startTicks) return
    const isOthers = error instanceof Error && 'code' in error && error.code === 'EPERM'
    throw new Error(
      `the portal (process ${pid}) ${isOthers ? 'belongs to another user' : 'cannot be stopped'}`,
    )
  }
  const deadline = performance.now() + limitMs
  while (readStartTicks(pid) === startTicks) {
    if (performance.now() > deadline)
      throw new Error(`the portal (process ${pid}) did not stop within ${limitMs / second} seconds`)
    await Bun.sleep(pollMs)
  }
}

const listOf = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)

/** The summary of everything that was stopped. */
function reportOf(
  dataDir: string,
  { isAll, running, left }: { isAll: boolean; running: ProcessRecord | null; left: string[] },
) {
  if (!running && left.length === 0)
    return `${isAll ? 'No portal or leftover process' : 'No portal'} runs on ${dataDir}.`
  if (!running) return `No portal was running on ${dataDir}. Stopped its leftover processes: ${listOf(left)}.`
  if (isAll) return `The portal on ${dataDir} and all its processes have stopped.`
  const { handoverSeconds = 0 } = running
  if (handoverSeconds === 0) return `The portal on ${dataDir} has stopped.`
  return `The portal on ${dataDir} has stopped. Customers' sites stay up for ${handoverSeconds} seconds until the next portal takes over; portal stop --all ends them now.`
}

/**
 * `stop`: ends the portal of the data folder, and leaves customers' sites up for the next one; `stop --all`: ends all its
 * processes. Succeeds even when none runs.
 */
export async function stop(env: Env, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { all: { type: 'boolean' } } })
  const isAll = values.all === true
  const running = findRecordedProcess(portalRecord(env.RUN_DIR))
  if (running) await endPortal(running, isAll ? 'SIGINT' : 'SIGTERM')
  const left = isAll ? await endLeftovers(env) : []
  console.log(reportOf(env.DATA_DIR, { isAll, running, left }))
}
