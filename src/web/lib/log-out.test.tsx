import { afterEach, beforeEach, expect, mock, spyOn, test } from 'bun:test'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import { currentToast } from '../ui/overlays/toast.ts'
import { draftShelf } from './draft-shelf.ts'
import { logOut } from './log-out.ts'
import { guardLeaving } from './navigation/leaving.ts'

guardLeaving()

let server: FakeServer
let assign: ReturnType<typeof spyOn<Location, 'assign'>>
let close: ReturnType<typeof spyOn<typeof draftShelf, 'close'>>
let confirm: ReturnType<typeof mock<() => boolean>>
let unfinished: AbortController
beforeEach(() => {
  server = fakeServer()
  assign = spyOn(window.location, 'assign').mockImplementation(() => {})
  close = spyOn(draftShelf, 'close').mockImplementation(async () => {})
  confirm = mock(() => true)
  window.confirm = confirm
  unfinished = new AbortController()
})
afterEach(async () => {
  unfinished.abort()
  assign.mockRestore()
  close.mockRestore()
  await server.restore()
})

/** Unsaved text: the browser asks before the page is left. */
const leaveUnfinished = () =>
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: unfinished.signal })

const isAskedByBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('asks for confirmation with unsaved work; declining keeps the session and all drafts', async () => {
  leaveUnfinished()
  confirm.mockReturnValue(false)
  await logOut()
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(server.asked).toEqual([])
  expect(close).not.toHaveBeenCalled()
  expect(assign).not.toHaveBeenCalled()
})

test('the browser does not ask again about a confirmed sign-out', async () => {
  leaveUnfinished()
  await logOut()
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(assign.mock.calls).toEqual([['/']])
  expect(isAskedByBrowser()).toBe(false)
})

test('without a server the page and its drafts stay, and a toast says so', async () => {
  server.isThere = false
  await logOut()
  expect(assign).not.toHaveBeenCalled()
  expect(close).not.toHaveBeenCalled()
  expect(currentToast()?.title).toBe('No connection to the server')
})

test('signing out opens the landing page and deletes the drafts in this browser', async () => {
  await logOut()
  expect(confirm).not.toHaveBeenCalled()
  expect(close).toHaveBeenCalledTimes(1)
  expect(assign.mock.calls).toEqual([['/']])
})

test('a refused sign-out call opens the landing page too', async () => {
  server.answer = () => Response.json({ message: 'x' }, { status: 500 })
  await logOut()
  expect(assign.mock.calls).toEqual([['/']])
})
