import type { RunningServer } from '#test/support/server.ts'
import { untilDrained } from './findings.ts'
import { type Template, withCopy } from './journey.ts'
import { stepThrough } from './steps.ts'

const processes = 2

/** The number of calls that change the disk in the undisturbed work and its jobs. */
export async function countSteps(server: RunningServer, work: () => Promise<unknown>): Promise<number> {
  const steps = await stepThrough(server.pid)
  await work()
  await untilDrained(server.dataDir)
  await steps.leave()
  return steps.taken()
}

/**
 * Does the work on a server that is killed at its n-th step; answers whether it got that far. The server has ended afterwards.
 */
export async function dieAt<T>(
  server: RunningServer,
  point: number,
  work: (server: RunningServer) => Promise<T>,
) {
  let isKilled = false
  const onStep = (step: number) => {
    if (step !== point) return
    isKilled = true
    process.kill(server.pid, 'SIGKILL')
  }
  const steps = await stepThrough(server.pid, { onStep })
  const answer = await work(server)
  await untilDrained(server.dataDir, { or: server.exited })
  if (!isKilled) await server.kill9()
  await server.exited
  await steps.gone
  return { isKilled, answer }
}

type Outcome = { killed: number; faults: string[] }

export type Points = {
  next: () => number | undefined
  /** The work ended before this point: an earlier one replaces it. */
  missed: (point: number) => void
}

type Campaign = {
  points: number
  /** Steps of the undisturbed work; the points are spread evenly over them, without repeats. */
  length: number
  killAlong: (dataDir: string, points: Points) => Promise<Outcome>
}

/** Distributes the points over parallel processes, each on its own copy of the template. */
export async function killAtPoints(
  template: Template,
  { points, length, killAlong }: Campaign,
): Promise<Outcome> {
  const count = Math.min(points, length)
  const spread = Array.from({ length: count }, (_, place) => 1 + Math.floor((place * length) / count))
  const shared: Points = {
    next: () => spread.shift(),
    missed: (point) => {
      if (point > 1) spread.push(Math.ceil((point * 3) / 4))
    },
  }
  const work = () => withCopy(template, (dataDir) => killAlong(dataDir, shared))
  const outcomes = await Promise.all(Array.from({ length: processes }, work))
  return {
    killed: outcomes.reduce((sum, { killed }) => sum + killed, 0),
    faults: outcomes.flatMap(({ faults }) => faults),
  }
}
