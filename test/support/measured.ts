import { type Counts, noCounts } from '#features/monitoring/contract/counts.ts'
import type { NodeMetrics, Usage } from '#features/monitoring/metrics/node-metrics.ts'
import { sampleServices } from '#features/monitoring/metrics/sampling.ts'
import type { Deps } from '#server/context.ts'
import { minute, second } from '#shared/time.ts'
import { createTestApp, findPlan } from './app.ts'
import { createFakeServers } from './fake-servers.ts'

const root = { pid: 1, startTicks: 1, startedAt: new Date(0), socketPath: '' }
const mib = 1_024 ** 2

/** A usage of CPU percent and memory; the plan `Premium` allows 100 % and 512 MiB. */
export const usage = (cpuPercent: number, memoryMib: number): Usage => ({
  cpuPercent,
  memoryBytes: memoryMib * mib,
  uptimeSeconds: 1,
  processes: [],
})

type Status = 'active' | 'stopped' | 'suspended' | 'pending'

/** A portal with a customer whose services use the resources that the test sets, measured on request. */
export async function createMeasuredApp() {
  const found = new Map<string, Usage>()
  const moved = new Map<string, Partial<Counts>>()
  const nodeMetrics: NodeMetrics = {
    peek: () => null,
    measure: async ({ id }, _, { now }) => ({ at: now, root, usage: found.get(id) ?? null }),
    keep() {},
  }
  const traffic: Deps['traffic'] = {
    of: (id) => ({ ...noCounts, ...moved.get(id) }),
    add() {},
    async flush() {},
    async close() {},
  }
  const servers = { ...createFakeServers(), isHere: true, processOf: () => root }
  const app = await createTestApp({ nodeMetrics, traffic, servers })
  const customer = await app.addCustomer()
  const plan = await findPlan(app, 'Premium')
  // Moves to the start of a half hour, so that steps are whole.
  const alignClock = () => app.advance(30 * minute - (app.deps.now().getTime() % (30 * minute)))
  alignClock()
  return {
    app,
    customer,
    alignClock,
    /** The usage of each service; a service without an entry is down. */
    found,
    /** The counters of each service since midnight IST. */
    moved,
    async addService(status: Status = 'active', activatedAt: Date | null = null): Promise<string> {
      const [id, at] = [Bun.randomUUIDv7(), app.deps.now()]
      const row = {
        id,
        userId: customer.id,
        planId: plan.id,
        status,
        activatedAt,
        createdAt: at,
        updatedAt: at,
      }
      await app.store.tx((tx) => tx.insert(tx.t.userServices).values(row))
      return id
    },
    /** Samples that many times, five seconds apart. */
    async sample(rounds: number, prepare: (round: number) => void = () => {}) {
      for (let round = 0; round < rounds; round += 1) {
        prepare(round)
        await sampleServices(app.deps)
        app.advance(5 * second)
      }
    },
  }
}
