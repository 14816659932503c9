import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createBus } from '#server/events.ts'
import { createConsole, type DatabaseConsole } from './console-slots.ts'

const ofNode = 24

let slots: DatabaseConsole
let leaving: (() => void)[]
beforeEach(() => {
  slots = createConsole({ events: createBus() })
  leaving = []
})
afterEach(() => slots.close())

const enterAll = async () => {
  for (let at = 0; at < ofNode; at += 1) leaving.push(await slots.enter(`database ${at}`))
}
const codeOf = (entering: Promise<unknown>) =>
  entering.then(
    () => null,
    (error: { code?: string }) => error.code,
  )

test('when the node has no free connection, callers queue and get the first that ends', async () => {
  await enterAll()
  const late = slots.enter('one more')
  leaving[3]?.()
  await late.then((leave) => leave())
})

test('a caller that waits in vain, for the same or another database, gets a retryable refusal and holds no slot', async () => {
  await enterAll()
  const codes = await Promise.all(['database 0', 'one more'].map((id) => codeOf(slots.enter(id))))
  expect(codes).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
  leaving[0]?.()
  ;(await slots.enter('database 0'))()
}, 300_000)
