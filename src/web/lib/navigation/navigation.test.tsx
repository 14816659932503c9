import { afterEach, expect, test } from 'bun:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { followNavigation } from './navigation.ts'

type Rendered = { fromLocation?: object; pathChanged: boolean }

/** A minimal router that only reports that a page was rendered. */
function openRouter() {
  let tell = (_: Rendered) => {}
  const router = {
    subscribe: (_: string, listener: (rendered: Rendered) => void) => {
      tell = listener
    },
    state: { matches: [{ staticData: { title: 'Backups' } }] },
  }
  return { router: router as unknown as RegisteredRouter, tell: (rendered: Rendered) => tell(rendered) }
}

/** A query on screen, last answered this long ago; `reads` counts its fetches from now on. */
function show(queryClient: QueryClient, name: string, ageMs: number) {
  const shown = { reads: 0 }
  queryClient.setQueryData([name], 'known', { updatedAt: Date.now() - ageMs })
  const observer = new QueryObserver(queryClient, {
    queryKey: [name],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      shown.reads += 1
      return 'read again'
    },
  })
  stops.push(observer.subscribe(() => {}))
  return shown
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  // Stops any wait for a heading.
  document.dispatchEvent(new Event('pointerdown'))
  document.body.innerHTML = ''
})

function follow() {
  document.body.innerHTML = '<main><h1>Backups</h1></main>'
  const queryClient = new QueryClient()
  const old = show(queryClient, 'old', 60_000)
  const fresh = show(queryClient, 'fresh', 500)
  const { router, tell } = openRouter()
  followNavigation(router, { queryClient, companyName: 'Hosting Portal' })
  return { tell, reads: () => [old.reads, fresh.reads] }
}

test('opening a page moves the focus to its heading and refetches data from an earlier visit', () => {
  const { tell, reads } = follow()
  tell({ fromLocation: {}, pathChanged: true })
  expect(document.activeElement?.textContent).toBe('Backups')
  expect(document.title).toBe('Backups · Hosting Portal')
  expect(reads()).toEqual([1, 0])
})

test.each<Rendered>([{ pathChanged: true }, { fromLocation: {}, pathChanged: false }])(
  'the first page and another tab of the same page neither move the focus nor refresh data: %o',
  (rendered) => {
    const { tell, reads } = follow()
    tell(rendered)
    expect(document.activeElement).toBe(document.body)
    expect(reads()).toEqual([0, 0])
  },
)

test('a dialog that opened during the navigation keeps the focus', () => {
  const { tell } = follow()
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><input></div>')
  const field = document.querySelector('input')
  field?.focus()
  tell({ fromLocation: {}, pathChanged: true })
  expect(document.activeElement).toBe(field)
})

const soon = () => Bun.sleep(0)

test('focuses a heading that is drawn after its page, and one that replaces it', async () => {
  const { tell } = follow()
  document.body.innerHTML = '<a href="/backups">Backups</a><main></main>'
  const link = document.querySelector('a')
  link?.focus()
  tell({ fromLocation: {}, pathChanged: true })
  expect(document.activeElement).toBe(link)
  for (const title of ['Loading', 'Backups']) {
    document
      .querySelector('main')
      ?.replaceChildren(Object.assign(document.createElement('h1'), { textContent: title }))
    await soon()
    expect(document.activeElement?.textContent).toBe(title)
  }
})

test.each(['keydown', 'pointerdown'])(
  'a late heading takes no focus after the user has acted by %s',
  async (type) => {
    const { tell } = follow()
    document.body.innerHTML = '<main></main>'
    tell({ fromLocation: {}, pathChanged: true })
    document.body.dispatchEvent(new KeyboardEvent(type, { key: 'Tab', bubbles: true }))
    document.querySelector('main')?.append(document.createElement('h1'))
    await soon()
    expect(document.activeElement).toBe(document.body)
  },
)

test('a late heading takes no focus from a focused field or dialog', async () => {
  const { tell } = follow()
  document.body.innerHTML = '<main></main><div role="dialog"><input></div>'
  tell({ fromLocation: {}, pathChanged: true })
  const field = document.querySelector('input')
  field?.focus()
  document.querySelector('main')?.append(document.createElement('h1'))
  await soon()
  expect(document.activeElement).toBe(field)
})
