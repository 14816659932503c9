import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import type { AllServices } from '#features/cloud/contract.ts'
import type { Instance } from '#features/cloud/entities/instances/contract.ts'
import { startServer } from '#test/support/server.ts'
import { call, makeTemplate, type Template, withCopy } from './journey.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

const ask = async <T>(url: string, path: string, json?: unknown): Promise<T> => {
  const answer = await call(`${url}/api/cloud/${path}`, { cookie: template.customer, json })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

const readInstances = async (url: string): Promise<Instance[]> =>
  (await ask<AllServices>(url, 'all-services')).instances

test('a transition interrupted by kill -9 ends on time after the restart, without any request', async () => {
  await withCopy(template, async (dataDir) => {
    const first = await startServer({ dataDir })
    await ask(first.url, 'create-resource', { action: 'seed-sample-data' })
    const machine = (await readInstances(first.url)).find(({ status }) => status === 'running')
    const begun = Date.now()
    const asked = { action: 'stop', resourceId: machine?.id, serviceType: 'instance' }
    expect((await ask<Instance>(first.url, 'actions', asked)).status).toBe('in-progress')
    await first.kill9()

    const second = await startServer({ dataDir })
    try {
      // The six seconds start before the request, so an earlier end would be wrong.
      const look = async () => (await readInstances(second.url)).find(({ id }) => id === machine?.id)?.status
      for (let status = await look(); status !== 'stopped'; status = await look()) {
        expect(status).toBe('in-progress')
        await Bun.sleep(100)
      }
      expect(Date.now() - begun).toBeGreaterThanOrEqual(6_000)
      const again = await ask<{ seeded: boolean }>(second.url, 'create-resource', {
        action: 'seed-sample-data',
      })
      expect(again.seeded).toBe(false)
    } finally {
      await second.kill9()
    }
  })
})
