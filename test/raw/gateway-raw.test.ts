import { afterAll, beforeAll, expect, test } from 'bun:test'
import { echo } from '#test/support/raw.ts'
import { createGatewayApp, type GatewayApp } from '#test/support/sites.ts'
import { startBrokenProxy } from './broken-proxy.ts'
import { framingCases } from './framing-cases.ts'
import { headCases } from './head-cases.ts'
import { type RawTarget, runCases } from './run-case.ts'

const cases = [...framingCases, ...headCases]
const seen: string[] = []
let own: GatewayApp
let socketPath: string
beforeAll(async () => {
  own = await createGatewayApp()
  socketPath = own.serve(async (request) => {
    const answer = await echo(request)
    seen.push(answer.headers.get('x-echo') ?? '')
    return answer
  })
  await own.gateway.addSite(socketPath, 'site.example')
})
afterAll(() => own.close())

const target = (): RawTarget => ({ port: own.gateway.port, seen })
const wanted = cases.map((each) => ({ each, outcome: each.outcome }))

test('no request through the gateway is parsed in two ways, and nobody receives another visitor’s answer', async () => {
  expect(cases.length).toBeGreaterThanOrEqual(250)
  expect(await runCases(target(), wanted)).toEqual([])
}, 300_000)

test('the cases find a proxy that drops the content length named by Connection', async () => {
  const proxy = await startBrokenProxy(socketPath)
  const broken = { port: proxy.port, seen, silenceMs: 150 }
  try {
    const hidden = wanted.filter(({ each }) => each.name.endsWith('Connection names content-length'))
    const problems = await runCases(broken, hidden)
    expect(problems.length).toBe(hidden.length)
    const control = { name: 'control', send: hidden[0]?.each.send ?? '', outcome: 'nothing' as const }
    // Holds even if the proxy answers it like any other request: the next visitor’s answer decides.
    expect(await runCases(broken, [{ each: control, outcome: 'nothing' }])).not.toEqual([])
  } finally {
    proxy.stop()
  }
}, 300_000)
