import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import { currentToast } from '#web/ui/toast.ts'
import { draftShelf } from './draft-shelf.ts'
import { logOut } from './log-out.ts'

let server: FakeServer
let assign: ReturnType<typeof spyOn<Location, 'assign'>>
let close: ReturnType<typeof spyOn<typeof draftShelf, 'close'>>
beforeEach(() => {
  server = fakeServer()
  assign = spyOn(window.location, 'assign').mockImplementation(() => {})
  close = spyOn(draftShelf, 'close').mockImplementation(async () => {})
})
afterEach(async () => {
  assign.mockRestore()
  close.mockRestore()
  await server.restore()
})

test('signing out leads to the landing page, and the unsaved texts of this browser are gone', async () => {
  await logOut()
  expect(close).toHaveBeenCalledTimes(1)
  expect(assign.mock.calls).toEqual([['/']])
})

test('a call that is refused leads there too', async () => {
  server.answer = () => Response.json({ message: 'x' }, { status: 500 })
  await logOut()
  expect(assign.mock.calls).toEqual([['/']])
})

test('without a server the page stays, with its texts, and says so', async () => {
  server.isThere = false
  await logOut()
  expect(assign).not.toHaveBeenCalled()
  expect(close).not.toHaveBeenCalled()
  expect(currentToast()?.title).toBe('No connection to the server')
})
