import { afterEach, expect, test } from 'bun:test'
import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { SiteProvider } from '../site.tsx'
import { keepChosenService, readChosenService } from './chosen-service.ts'
import { useChosenService } from './use-chosen-service.ts'

const [shop, other] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']
const services = [
  { id: shop, status: 'active' },
  { id: other, status: 'stopped' },
]

afterEach(() => keepChosenService(null))

function Chosen({ inAddress }: { inAddress?: string }) {
  return <p>{useChosenService(inAddress, services) ?? 'all'}</p>
}

test('a cookie names a service, and nothing else', () => {
  keepChosenService(shop)
  expect(readChosenService(document.cookie)).toBe(shop)
  keepChosenService(null)
  expect(readChosenService(document.cookie)).toBeNull()
  expect(readChosenService(`a=b; xchosen-service=${shop}`)).toBeNull()
  expect(readChosenService('chosen-service="><script>')).toBeNull()
})

test('the last chosen service is shown, unless the URL names another', () => {
  keepChosenService(shop)
  const { rerender } = render(<Chosen />)
  expect(screen.getByText(shop)).toBeDefined()
  rerender(<Chosen inAddress={other} />)
  expect(screen.getByText(other)).toBeDefined()
})

test('a choice applies immediately, and an inactive one means all services', () => {
  render(<Chosen />)
  expect(screen.getByText('all')).toBeDefined()
  act(() => keepChosenService(shop))
  expect(screen.getByText(shop)).toBeDefined()
  act(() => keepChosenService(other))
  expect(screen.getByText('all')).toBeDefined()
})

test('the server renders the cookie’s choice', () => {
  const html = renderToString(
    <SiteProvider value={{ companyName: 'Hosting Portal', chosenService: shop }}>
      <Chosen />
    </SiteProvider>,
  )
  expect(html).toBe(`<p>${shop}</p>`)
})
