import { afterEach, beforeEach, expect, mock, spyOn, test } from 'bun:test'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RegisteredRouter,
} from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import { currentToast } from '../../ui/overlays/toast.ts'
import { checkConnection, doubtConnection } from '../calls/connection.ts'
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

/** A page with a search parameter and the loader `load`. */
function openRouter(load: (search: object) => Promise<void> = async () => {}) {
  const rootRoute = createRootRoute()
  const files = createRoute({ getParentRoute: () => rootRoute, path: '/files' })
  const backups = createRoute({
    getParentRoute: () => rootRoute,
    path: '/backups',
    validateSearch: ({ of }) => ({ of }),
    loaderDeps: ({ search }) => search,
    loader: ({ deps }) => load(deps),
  })
  const history = createMemoryHistory({ initialEntries: ['/files'] })
  const router = createRouter({ routeTree: rootRoute.addChildren([files, backups]), history })
  guardNavigation(router as unknown as RegisteredRouter)
  const go = async (path: string) => {
    history.push(path)
    await Bun.sleep(5)
    return history.location.href
  }
  return { router, go }
}

const unanswered = async () => {
  doubtConnection()
  throw new Error('no answer')
}

const addresses = ['/backups', '/backups?of=shop']

test.each(addresses)(
  'does not open a page that needs server data while the server is unreachable, and shows a toast: %s',
  async (path) => {
    const { go } = openRouter(unanswered)
    await lose()
    expect(await go(path)).toBe('/files')
    expect(currentToast()?.title).toBe('No connection to the server')
  },
)

test('nor a page whose data waits for the server', async () => {
  const { go } = openRouter(() => new Promise(() => {}))
  await lose()
  await go('/backups')
  await waitFor(() => expect(currentToast()?.title).toBe('No connection to the server'), { timeout: 3_000 })
  expect(await go('/files')).toBe('/files')
})

test.each(addresses)(
  'opens a page without a server if its data is already in the browser: %s',
  async (path) => {
    const load = mock(async (_: object) => {})
    const { go } = openRouter(load)
    await lose()
    expect(await go(path)).toBe(path)
    expect(load.mock.calls).toEqual([[path.includes('?') ? { of: 'shop' } : {}]])
  },
)

test('navigation is free while the server answers, and the next navigation notices its return', async () => {
  const load = mock(unanswered)
  const { go, router } = openRouter(load)
  const invalidate = spyOn(router, 'invalidate').mockResolvedValue()
  expect(await go('/backups')).toBe('/backups')
  expect(load).not.toHaveBeenCalled()
  await router.load()
  await lose()
  server.isThere = true
  expect(await go('/files')).toBe('/files')
  // Reloads what failed meanwhile.
  expect(invalidate).toHaveBeenCalledTimes(1)
})

async function press(link: HTMLAnchorElement, init: MouseEventInit = {}): Promise<void> {
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  await Bun.sleep(5)
}

test('follows a link to another document only while the server answers', async () => {
  guardLinks()
  document.body.innerHTML =
    '<a href="/api/projects/1/download">Download</a><a href="https://example.com/">Out</a>'
  const [download, out] = document.querySelectorAll('a')
  if (!download || !out) throw new Error('no links')
  const followed: string[] = []
  document.addEventListener('click', (event) => {
    // Like the browser, after all other handlers.
    setTimeout(
      () => event.defaultPrevented || followed.push(String((event.target as Element).getAttribute('href'))),
      0,
    )
    if (event.target === out) setTimeout(() => event.preventDefault(), 1)
  })
  await press(download)
  await waitFor(() => expect(followed).toEqual(['/api/projects/1/download']))
  server.isThere = false
  await press(download)
  const refusal = 'This link cannot be opened until the connection is back.'
  await waitFor(() => expect(currentToast()?.description).toContain(refusal))
  expect(followed).toHaveLength(1)
  await press(download, { ctrlKey: true })
  await press(out)
  const path = '/api/projects/1/download'
  await waitFor(() => expect(followed).toEqual([path, path, 'https://example.com/']))
})
