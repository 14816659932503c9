import type { Store } from '#db/types.ts'
import { day, minute, second } from '#shared/time.ts'

const slotMs = 5 * minute

/** Eight minutes of the last hour have no measurements. */
const isMeasured = (minutesAgo: number): boolean => minutesAgo < 20 || minutesAgo > 28
const cpuAt = (step: number): number => Math.round(4_000 + 3_000 * Math.sin(step / 20))
const usage = { memoryUsage: 6_200, diskUsage: 1_800 }

/** Bytes since midnight IST, busier at some hours than at others. */
function bytesAt(time: number) {
  const since = (time + 330 * minute) % day
  const networkIn = Math.round(since * 40 + 900_000_000 * (since / day + 0.1 * Math.sin(since / 4_000_000)))
  return { networkIn, networkOut: networkIn * 3 }
}

/** Responses since midnight IST: 24 a minute, a tenth of them 4xx and few 5xx. */
function answersAt(time: number) {
  const since = (time + 330 * minute) % day
  const requests = Math.round((since / minute) * 24)
  const part = (share: number) => Math.floor(requests * share)
  return { requests, clientErrors: part(0.1), serverErrors: part(0.02), pageViews: part(0.25) }
}

type Owned = { serviceId: string; userId: string }

function samplesOf(owned: Owned, now: number) {
  const steps = Array.from({ length: 360 }, (_, step) => step).filter((step) => isMeasured(step / 6))
  return steps.map((step) => {
    const at = now - step * 10 * second
    const slot = Math.floor(at / slotMs)
    const bytes = bytesAt(at)
    const answers = answersAt(at)
    const bandwidth = bytes.networkIn + bytes.networkOut
    const recordedAt = new Date(at)
    const id = crypto.randomUUID()
    return {
      ...owned,
      id,
      cpuUsage: cpuAt(step),
      ...usage,
      ...bytes,
      ...answers,
      bandwidth,
      uptime: 1,
      recordedAt,
      slot,
    }
  })
}

function rollupsOf(owned: Owned, now: number) {
  const steps = Array.from({ length: 7 * 288 }, (_, step) => step).filter((step) => step > 12)
  return steps
    .filter((step) => step < 100 || step > 112)
    .map((step) => ({
      ...owned,
      slot: Math.floor(now / slotMs) - step,
      samples: 60,
      upSamples: 60,
      cpuUsageSum: cpuAt(step) * 60,
      memoryUsageSum: usage.memoryUsage * 60,
      diskUsageSum: usage.diskUsage * 60,
      ...bytesAt(now - step * slotMs),
      ...answersAt(now - step * slotMs),
    }))
}

/** Writes a service's measurements for the last hour and week. */
export async function writeMeasurements(store: Store, owned: Owned, now: Date): Promise<void> {
  await store.tx(async (tx) => {
    await tx.insert(tx.t.serverMetrics).values(samplesOf(owned, now.getTime()))
    await tx.insert(tx.t.serverMetricRollups).values(rollupsOf(owned, now.getTime())).onConflictDoNothing()
  })
}
