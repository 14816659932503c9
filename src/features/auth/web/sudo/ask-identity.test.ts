import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTRPCClient } from '@trpc/client'
import type { AppRouter } from '#app/router.ts'
import { statusOf } from '#web/lib/calls/api-error.ts'
import { browserLinks } from '#web/lib/calls/links.ts'
import { callRest } from '#web/lib/calls/rest.ts'
import { answerRefusalBy } from '#web/lib/calls/watched-fetch.ts'
import { answerRefusal } from './ask-identity.tsx'
import { readPrompt, watchPrompt } from './identity-prompt.ts'

const real = globalThis.fetch
beforeAll(() => answerRefusalBy(answerRefusal))
afterAll(() => {
  answerRefusalBy(async (answer) => answer)
  globalThis.fetch = real
})

type Stage = { agrees: boolean; isRest?: boolean; code?: string }

/** A portal that refuses until the user confirms their identity; counts calls and prompts. */
function standIn({ agrees, isRest = false, code = 'SUDO_REQUIRED' }: Stage) {
  const seen = { calls: 0, questions: 0, keys: new Set<string | null>() }
  const body = { message: 'Please confirm that it is you first.', code, requestId: 'r' }
  const refusal = { error: { message: body.message, code: -32_003, data: { httpStatus: 403, body } } }
  let isFresh = false
  const stop = watchPrompt(() => {
    const asked = readPrompt()
    if (!asked) return
    seen.questions += 1
    stop()
    queueMicrotask(() => {
      isFresh = agrees
      asked.answer(agrees)
    })
  })
  const answer = async (_: unknown, init?: RequestInit) => {
    seen.calls += 1
    seen.keys.add(new Headers(init?.headers).get('idempotency-key'))
    if (isFresh) return Response.json(isRest ? { ok: true } : { result: { data: { ok: true } } })
    return Response.json(isRest ? body : refusal, { status: 403 })
  }
  globalThis.fetch = Object.assign(answer as typeof fetch, { preconnect: real.preconnect })
  return { seen, stop }
}

const client = createTRPCClient<AppRouter>({ links: browserLinks() })
const change = () => client.auth.sendVerification.mutate()

test('repeats a call that needs a confirmed identity under its key once the user confirms', async () => {
  const { seen } = standIn({ agrees: true })
  expect(await change()).toEqual({ ok: true })
  expect([seen.calls, seen.questions, seen.keys.size]).toEqual([2, 1, 1])
})

test('prompts once for concurrent calls', async () => {
  const { seen } = standIn({ agrees: true })
  await Promise.all([change(), change(), change()])
  expect([seen.calls, seen.questions]).toEqual([6, 1])
})

test('fails with the refusal when the user closes the prompt', async () => {
  const { seen } = standIn({ agrees: false })
  const failure = await change().catch((error) => error)
  expect([statusOf(failure), seen.calls, seen.questions]).toEqual([403, 1, 1])
})

test('repeats REST calls too, and does not prompt for other refusals', async () => {
  const { seen } = standIn({ agrees: true, isRest: true })
  expect(await callRest<unknown>('POST', '/api/user/export')).toEqual({ ok: true })
  expect([seen.calls, seen.questions]).toEqual([2, 1])
  const other = standIn({ agrees: true, isRest: true, code: 'FORBIDDEN' })
  const failure = await callRest('POST', '/api/user/export').catch((error) => error)
  expect([statusOf(failure), other.seen.calls, other.seen.questions]).toEqual([403, 1, 0])
  other.stop()
})
