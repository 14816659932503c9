import { afterAll, expect, test } from 'bun:test'
import { listen } from '#app/commands/serve.ts'
import { echo } from '#test/support/raw.ts'
import { framingCases } from './framing-cases.ts'
import { headCases } from './head-cases.ts'
import { runCases } from './run-case.ts'

const cases = [...framingCases, ...headCases]
const seen: string[] = []
const listener = await listen(
  { HOST: '127.0.0.1', PORT: 'auto', TRUSTED_PROXIES: [] },
  {
    async fetch(request) {
      const answer = await echo(request)
      seen.push(answer.headers.get('x-echo') ?? '')
      return answer
    },
    answerLost: () => new Response(null, { status: 500 }),
  },
)
afterAll(() => listener.stop(true))

const wanted = cases.flatMap((each) => {
  const outcome = each.portal ?? each.outcome
  return outcome === 'not asked' ? [] : [{ each, outcome }]
})

test('no request to the portal is parsed in two ways, and nobody receives another visitor’s answer', async () => {
  expect(wanted.length).toBeGreaterThanOrEqual(150)
  expect(await runCases({ port: Number(new URL(listener.url).port), seen }, wanted)).toEqual([])
}, 300_000)
