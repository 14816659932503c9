import { expect } from 'bun:test'
import type { RunningServer } from '#test/support/server.ts'
import { brokenInvariants, findLosses, untilDrained } from './findings.ts'
import { type Acknowledged, call, orderRequest, type Template } from './journey.ts'

type Refusal = { message: string; code: string }
type Answer = { status: number; headers: Headers; body: Refusal & { id: string; serviceId: string } }

let round = 0

/** Places a new order and adds it to `acknowledged` once confirmed. */
export async function order(
  template: Template,
  server: RunningServer,
  acknowledged: Acknowledged,
): Promise<Answer> {
  round += 1
  const domain = `shop-${round}.example.com`
  const request = orderRequest({ server, template, round }, domain)
  const response = await call(`${server.url}/api/orders`, request)
  const body = (await response.json()) as Answer['body']
  if (response.status === 201) acknowledged.orders.set(domain, body)
  return { status: response.status, headers: response.headers, body }
}

export const statusOf = async (template: Template, server: RunningServer, path: string): Promise<number> =>
  (await call(server.url + path, { cookie: template.customer })).status

/** Reads continue whatever happens to writes. */
export async function expectReads(template: Template, server: RunningServer): Promise<void> {
  for (const path of ['/health', '/terms', '/api/user', '/api/user-services', '/api/user/orders'])
    expect([path, await statusOf(template, server, path)]).toEqual([path, 200])
}

export const noneAcknowledged = (): Acknowledged => ({ orders: new Map(), approvals: [], unanswered: null })

export async function expectWhole(dataDir: string, acknowledged: Acknowledged): Promise<void> {
  await untilDrained(dataDir)
  expect(findLosses(dataDir, acknowledged)).toEqual([])
  expect(await brokenInvariants(dataDir)).toEqual([])
}
