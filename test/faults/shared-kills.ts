import { call } from './journey.ts'
import { findFaults, startLoad, untilSettled } from './shared-load.ts'
import { startRestores } from './shared-restores.ts'
import { openSharedStage, pick, type Seat, type SharedStage } from './shared-stage.ts'

export type Kills = {
  kills: number
  restores: number
  /** Files stored, and answers by status. */
  stored: number
  answers: Record<string, number>
  /** From the kill until the other node had stored a file and served a site of every service. */
  longestTakeoverMs: number
  longestBusyMs: number
  faults: string[]
}

/** Longest permitted time until another node takes over a dead node’s work. */
export const takeoverLimitMs = 15_000

/** Until every service accepts a file and shows its site on the remaining nodes. */
async function untilTakenOver(stage: SharedStage): Promise<number> {
  const started = performance.now()
  const trail: string[] = []
  for (const serviceId of stage.serviceIds) {
    for (let isDone = false; !isDone; ) {
      const { url, sitesUrl } = stage.anyNode()
      const name = `after-${crypto.randomUUID()}`
      const path = `${serviceId}/${name}`
      const made = await call(`${url}/api/files/folders`, {
        cookie: stage.cookie,
        json: { serviceId, path: name },
      })
      await made.arrayBuffer()
      const site = await call(`${sitesUrl}/sites/${serviceId}/?${path}`)
      await site.arrayBuffer()
      const at = Math.round(performance.now() - started)
      trail.push(`${at} ms: ${serviceId} stored ${made.status}, served ${site.status}`)
      isDone = made.status === 201 && site.status === 200
      if (performance.now() - started > 4 * takeoverLimitMs) return Number.POSITIVE_INFINITY
    }
  }
  const ms = performance.now() - started
  if (ms > takeoverLimitMs) {
    const leases = await stage.query('select name, holder, fence, expires_at from leases')
    console.error([...trail.slice(-40), JSON.stringify(leases), ...stage.anyNode().log.slice(-20)].join('\n'))
  }
  return ms
}

async function kill(stage: SharedStage, seat: Seat): Promise<number> {
  const { server } = seat
  seat.server = null
  await server?.kill9()
  return untilTakenOver(stage)
}

/**
 * Two nodes on one folder under load; `kills` times, either is killed (SIGKILL) at a random moment and restarted.
 * `faults` lists every fault found afterwards.
 */
export async function killNodes(
  kills: number,
  { onKill = () => {} }: { onKill?: (done: number, takeoverMs: number) => void } = {},
): Promise<Kills> {
  const stage = await openSharedStage({ nodes: 2, services: 3 })
  const [restored = ''] = stage.serviceIds.splice(2)
  let longestTakeoverMs = 0
  try {
    const restores = await startRestores(stage, restored)
    const load = startLoad(stage, 6)
    for (let done = 1; done <= kills; done += 1) {
      await Bun.sleep(500 + pick([0, 150, 400, 900, 1_600]))
      const seat = pick(stage.seats)
      const takeoverMs = await kill(stage, seat)
      longestTakeoverMs = Math.max(longestTakeoverMs, takeoverMs)
      onKill(done, takeoverMs)
      await stage.start(seat)
    }
    await load.stop()
    const { record } = load
    const { count, faults } = await restores.stop()
    await untilSettled(stage, 2 * takeoverLimitMs).catch((error) => faults.push(String(error)))
    faults.push(...(await findFaults(stage, record)))
    return {
      kills,
      restores: count,
      stored: record.kept.size + record.deleted.length,
      answers: Object.fromEntries(record.answers),
      longestTakeoverMs: Math.round(longestTakeoverMs),
      longestBusyMs: Math.round(record.longestBusyMs),
      faults,
    }
  } finally {
    await stage.close()
  }
}
