import { afterEach, expect, test } from 'bun:test'
import { cleanup, render, screen } from '@testing-library/react'
import type { Status, Uptime } from '../contract.ts'
import { StatusFigures } from './status-figures.tsx'

afterEach(cleanup)

const uptime = (percent: number): Uptime => ({
  uptimePercent: percent,
  daysWithData: 1,
  days: [
    { day: '2026-11-20', uptimePercent: null },
    { day: '2026-11-21', uptimePercent: percent },
  ],
})
const open = (known: Partial<Status>) =>
  render(
    <StatusFigures
      status={{ portal: null, sites: null, approvals: null, restoreTests: null, incidents: [], ...known }}
    />,
  )

test('shows the uptime of the portal beside that of sites, each with its unit', () => {
  open({ portal: uptime(100), sites: uptime(99.5) })
  const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(titles).toEqual(['Portal uptime', 'Customer site uptime'])
  expect(screen.getAllByRole('img')).toHaveLength(2)
  expect(screen.getAllByText('Measured since 21 Nov')).toHaveLength(2)
  const tables = screen.getAllByRole('table', { hidden: true }).map((table) => table.textContent)
  expect(tables[1]).toContain('Customer site uptime by day')
  expect(tables[1]).toContain('99.5%')
  screen.getByText(/^Measured every 5 seconds on each site\. 1 day of data so far\./)
})

test('omits figures that were not measured', () => {
  const { container } = open({ sites: null })
  expect(container.textContent).toBe('')
})
