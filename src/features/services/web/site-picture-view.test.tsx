import { afterEach, expect, test } from 'bun:test'
import { act, cleanup, render } from '@testing-library/react'
import { SitePictureView } from './site-picture-view.tsx'

const service = {
  id: '0190f3a0-0000-7000-8000-000000000001',
  name: 'asha’s shop',
  domain: null,
  plan: { id: 'p', name: 'Basic', price: 99 },
  previewUrl: 'http://sites.test/sites/ashas-shop/',
}

let seen: ((entries: { isIntersecting: boolean }[]) => void)[] = []
globalThis.IntersectionObserver = class {
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    seen.push(tell)
  }
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
const scroll = () =>
  act(() => {
    for (const tell of seen) tell([{ isIntersecting: true }])
  })

afterEach(() => {
  cleanup()
  seen = []
})

test('an unreachable or empty site shows its initial', () => {
  for (const props of [{ service: { ...service, previewUrl: null } }, { service, isEmpty: true }]) {
    const { container } = render(<SitePictureView {...props} />)
    scroll()
    expect(container.textContent).toBe('a')
    expect(container.querySelector('iframe')).toBeNull()
    cleanup()
  }
})

test('loads the page when it scrolls near, without scripts, without counting a visit, two at a time', () => {
  const { container } = render(
    [1, 2, 3].map((n) => (
      <SitePictureView key={n} service={{ ...service, previewUrl: `http://sites.test/sites/shop-${n}/` }} />
    )),
  )
  const frames = () => [...container.querySelectorAll('iframe')]
  expect(frames()).toEqual([])
  scroll()
  expect(frames().map(({ src }) => src)).toEqual([
    'http://sites.test/pictures/shop-1/',
    'http://sites.test/pictures/shop-2/',
  ])
  expect(frames().map((frame) => frame.getAttribute('sandbox'))).toEqual(['', ''])
  act(() => void frames()[0]?.dispatchEvent(new Event('load')))
  expect(frames()).toHaveLength(3)
  expect(frames()[0]?.dataset.shown).toBeUndefined()
  scroll()
  expect(frames()[0]?.dataset.shown).toBe('')
})
