import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { createMemoryHistory } from '@tanstack/react-router'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import type { PageRouter } from '#web/router.tsx'
import { currentToast } from '#web/ui/toast.ts'
import { checkConnection, doubtConnection } from './connection.ts'
import { guardLinks } from './link-guard.ts'
import { guardNavigation } from './navigation-guard.ts'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(() => server.restore())

const lose = async () => {
  server.isThere = false
  await checkConnection()
}

/** A router of which only the history and the loading of a page are there. */
function openRouter(load: () => Promise<void>) {
  const history = createMemoryHistory({ initialEntries: ['/files'] })
  const router = {
    history,
    state: { matches: [{ status: 'error' }] },
    preloadRoute: mock(load),
    invalidate: mock(async () => {}),
  }
  guardNavigation(router as unknown as PageRouter)
  const go = async (path: string) => {
    history.push(path)
    await Bun.sleep(5)
    return history.location.pathname
  }
  return { router, go }
}

const unanswered = async () => {
  doubtConnection()
  throw new Error('no answer')
}

test('a page of which something is missing is not gone to while the server is gone, and a toast says so', async () => {
  const { go } = openRouter(unanswered)
  await lose()
  expect(await go('/backups')).toBe('/files')
  expect(currentToast()?.title).toBe('No connection to the server')
})

test('a page that this browser has already opens without a server', async () => {
  const { go, router } = openRouter(async () => {})
  await lose()
  expect(await go('/backups')).toBe('/backups')
  expect(router.preloadRoute.mock.calls as unknown).toEqual([[{ to: '/backups' }]])
})

test('with a server nothing is in the way, and one that is back is noticed by the press', async () => {
  const { go, router } = openRouter(unanswered)
  expect(await go('/backups')).toBe('/backups')
  await lose()
  server.isThere = true
  expect(await go('/files')).toBe('/files')
  expect(router.preloadRoute).not.toHaveBeenCalled()
  // What failed meanwhile is loaded again.
  expect(router.invalidate).toHaveBeenCalledTimes(1)
})

async function press(link: HTMLAnchorElement, init: MouseEventInit = {}): Promise<void> {
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  await Bun.sleep(5)
}

test('a link to another document is followed only when there is a server', async () => {
  guardLinks()
  document.body.innerHTML =
    '<a href="/api/projects/1/download">Download</a><a href="https://example.com/">Out</a>'
  const [download, out] = document.querySelectorAll('a')
  if (!download || !out) throw new Error('no links')
  const followed: string[] = []
  document.addEventListener('click', (event) => {
    // As the browser would, after everybody had their say.
    setTimeout(
      () => event.defaultPrevented || followed.push(String((event.target as Element).getAttribute('href'))),
      0,
    )
    if (event.target === out) setTimeout(() => event.preventDefault(), 1)
  })
  await press(download)
  expect(followed).toEqual(['/api/projects/1/download'])
  server.isThere = false
  await press(download)
  expect(followed).toHaveLength(1)
  expect(currentToast()?.description).toContain('This link cannot be followed until it is back.')
  await press(download, { ctrlKey: true })
  await press(out)
  const path = '/api/projects/1/download'
  expect(followed).toEqual([path, path, 'https://example.com/'])
})
