import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { InstanceAction } from '#features/cloud-accounts/contract/transitions.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createCloud } from '#test/support/cloud.ts'
import { finishTransitions } from './service/finish-transitions.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The expected state of an instance: settled, or in transition since a moment. */
type Machine = { settled: 'running' | 'stopped'; dueMs: number | null }
type Model = { nowMs: number; machines: Machine[] }
type Cloud = Awaited<ReturnType<typeof createCloud>>
type Real = { cloud: Cloud; ids: string[]; etag: string; seen: string[] }
type Command = fc.AsyncCommand<Model, Real>

const rules: Record<InstanceAction, { from: Machine['settled']; to: Machine['settled']; ms: number }> = {
  start: { from: 'stopped', to: 'running', ms: 8_000 },
  stop: { from: 'running', to: 'stopped', ms: 6_000 },
  reboot: { from: 'running', to: 'running', ms: 10_000 },
}

const statusOf = ({ settled, dueMs }: Machine, { nowMs }: Model): string =>
  dueMs !== null && nowMs < dueMs ? 'in-progress' : settled

/** One action on one instance: succeeds from the right status, fails with 409 from every other. */
class Act implements Command {
  constructor(
    readonly action: InstanceAction,
    readonly index: number,
  ) {}
  check = () => true
  async run(model: Model, { cloud, ids }: Real) {
    const machine = model.machines[this.index]
    if (!machine) throw new Error('no such machine')
    const { from, to, ms } = rules[this.action]
    const isAllowed = statusOf(machine, model) === from
    const reply = await cloud.act(this.action, ids[this.index] ?? '')
    expect(reply.status).toBe(isAllowed ? 200 : 409)
    if (!isAllowed) return
    machine.settled = to
    machine.dueMs = model.nowMs + ms
    expect(reply.body).toMatchObject({ status: 'in-progress' })
  }
  toString = () => `${this.action} #${this.index}`
}

/** Advances the clock from one relevant moment to the next. */
class Wait implements Command {
  constructor(readonly ms: number) {}
  check = () => true
  async run(model: Model) {
    app.advance(this.ms)
    model.nowMs += this.ms
  }
  toString = () => `wait ${this.ms} ms`
}

/** The background stores finished transitions. */
class Work implements Command {
  check = () => true
  run = () => finishTransitions(app.deps)
  toString = () => 'work'
}

/** A poll with the last ETag: 304 exactly when every status is the last one seen. */
class Poll implements Command {
  check = () => true
  async run(model: Model, real: Real) {
    const expected = model.machines.map((machine) => statusOf(machine, model))
    const answer = await real.cloud.poll(real.etag)
    if (answer.services) {
      const { instances } = answer.services
      real.seen = real.ids.map((id) => instances.find((instance) => instance.id === id)?.status ?? 'gone')
    }
    real.etag = answer.etag
    expect(real.seen).toEqual(expected)
  }
  toString = () => 'poll'
}

const commands = fc.commands(
  [
    fc
      .tuple(fc.constantFrom<InstanceAction>('start', 'stop', 'reboot'), fc.nat({ max: 2 }))
      .map(([action, index]) => new Act(action, index)),
    fc.integer({ min: 1, max: 12_000 }).map((ms) => new Wait(ms)),
    fc.constantFrom(1, 2_000, 5_999, 6_000, 8_000, 10_000).map((ms) => new Wait(ms)),
    fc.constant(new Work()),
    fc.constant(new Poll()),
    fc.constant(new Poll()),
  ],
  { size: 'large', maxCommands: 40 },
)

test('instances follow the model under random actions at random times', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (asked) => {
      const cloud = await createCloud(app)
      await cloud.seed()
      const { instances } = await cloud.read()
      const setup = () => ({
        model: {
          nowMs: 0,
          machines: instances.map(
            ({ status }): Machine => ({
              settled: status === 'running' ? 'running' : 'stopped',
              dueMs: null,
            }),
          ),
        },
        real: { cloud, ids: instances.map(({ id }) => id), etag: '', seen: [] as string[] },
      })
      await fc.asyncModelRun(setup, [...asked, new Poll()])
    }),
    { numRuns: 30 },
  )
}, 300_000)
