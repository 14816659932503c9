import type { RunningServer } from '#test/support/server.ts'
import { untilDrained } from './findings.ts'
import { type Template, withCopy } from './journey.ts'
import { stepThrough } from './steps.ts'

const processes = 2

/** How many calls change the disk while nothing disturbs the work and the jobs that come of it. */
export async function countSteps(server: RunningServer, work: () => Promise<unknown>): Promise<number> {
  const steps = await stepThrough(server.pid)
  await work()
  await untilDrained(server.dataDir)
  await steps.leave()
  return steps.taken()
}

/** Does the work on a server that is killed at its n-th step; whether it came to that. The server is gone afterwards. */
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
  /** The work ended before it came to this point: an earlier one takes its place. */
  missed: (point: number) => void
}

type Campaign = {
  points: number
  /** Steps of the undisturbed work; the points are spread evenly over them, each another one. */
  length: number
  killAlong: (dataDir: string, points: Points) => Promise<Outcome>
}

/** Shares the points out to processes that run side by side, each on a copy of the template. */
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
