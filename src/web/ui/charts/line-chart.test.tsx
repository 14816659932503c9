import { afterEach, beforeAll, expect, mock, spyOn, test } from 'bun:test'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { LineChart } from './line-chart.tsx'
import { percentScale } from './line-chart-scale.ts'

const formats = { formatTime: String, formatValue: String }

const chart = (
  <LineChart
    title="CPU and memory"
    times={[1, 2, 3]}
    series={[
      { label: 'CPU', values: [10, 40, 20] },
      { label: 'Memory', values: [null, 30, null] },
    ]}
    formatTime={(time) => `minute ${time}`}
    formatValue={(value) => `${value} %`}
    scale={percentScale}
  />
)

const legend = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

const draw = (part: ReactNode) => render(<MantineProvider env="test">{part}</MantineProvider>)

/** A document without layout has no sizes, so charts get a fake one. */
function withSize() {
  const box = { x: 0, y: 0, width: 500, height: 200, top: 0, left: 0, right: 500, bottom: 200 }
  spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box as DOMRect)
}
afterEach(() => mock.restore())

// The library is large; a test waits for the drawing, not for the import.
beforeAll(() => import('./line-plot.tsx'), 60_000)

const paths = () =>
  [...document.querySelectorAll('.recharts-line-curve')].map((path) => path.getAttribute('d') ?? '')

test('a chart shows the newest value and the range of each line', () => {
  draw(chart)
  expect(screen.getByRole('figure', { name: 'CPU and memory' })).toBeDefined()
  expect(legend()).toEqual(['CPU 20 % min 10 % · max 40 %', 'Memory 30 % min 30 % · max 30 %'])
})

test('a chart of a single measurement marks it and says when it was', async () => {
  withSize()
  const once = { times: [1, 2, 3], series: [{ label: 'CPU', values: [null, 40, null] }] }
  draw(<LineChart title="CPU" {...once} {...formats} formatMoment={(time) => `minute ${time}`} />)
  expect(screen.getByText('Measured once: minute 2.')).toBeDefined()
  await waitFor(() => expect(document.querySelectorAll('.recharts-line-dot').length).toBe(1))
  expect(document.querySelector('.recharts-line-dot')?.getAttribute('r')).toBe('5')
})

test('a chart draws one line per series over its ticks, with gaps where nothing was measured', async () => {
  withSize()
  draw(chart)
  await waitFor(() => expect(paths().length).toBe(2))
  expect(paths()[0]).toMatch(/^M[^ML]+L[^ML]+L[^ML]+$/)
  // The single value of memory: a line of zero length.
  expect(paths()[1]).toMatch(/^M[^ML]+Z$/)
  const ticks = [...document.querySelectorAll('.recharts-yAxis-tick-labels text')]
  expect(ticks.map(({ textContent }) => textContent)).toEqual(['0 %', '25 %', '50 %', '75 %', '100 %'])
})

test('draws a marker as a vertical line if it is within the times, and not otherwise', async () => {
  withSize()
  const markers = [{ time: 2 }, { time: 3, isBad: true }, { time: 9 }]
  draw(
    <LineChart
      title="CPU"
      times={[1, 2, 3]}
      series={[{ label: 'CPU', values: [1, 2, 3] }]}
      markers={markers}
      {...formats}
    />,
  )
  await waitFor(() => expect(document.querySelectorAll('.recharts-reference-line-line')).toHaveLength(2))
})

test('without a fixed scale the axis fits the values', async () => {
  withSize()
  draw(<LineChart title="CPU" times={[1, 2]} series={[{ label: 'CPU', values: [2, 3] }]} {...formats} />)
  await waitFor(() => expect(paths().length).toBe(1))
  const ticks = [...document.querySelectorAll('.recharts-yAxis-tick-labels text')]
  expect(ticks.map(({ textContent }) => textContent)).toEqual(['0', '1', '2', '3'])
})

test('an entry in the legend hides its line and shows it again', async () => {
  withSize()
  draw(chart)
  await waitFor(() => expect(paths().length).toBe(2))
  const entry = screen.getByRole('button', { name: 'CPU' })
  expect(entry.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(entry)
  expect(entry.getAttribute('aria-pressed')).toBe('false')
  await waitFor(() => expect(paths().length).toBe(1))
  fireEvent.click(entry)
  await waitFor(() => expect(paths().length).toBe(2))
})

test('a chart of one line has no button to hide it', () => {
  draw(<LineChart title="CPU" times={[1]} series={[{ label: 'CPU', values: [1] }]} {...formats} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a chart can be read as a table, newest first', async () => {
  draw(chart)
  expect(screen.queryByRole('table')).toBeNull()
  const details = document.querySelector('details')
  if (!details) throw new Error('no table is offered')
  await act(async () => {
    details.open = true
  })
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map(({ children }) => [...children].map(({ textContent }) => textContent))).toEqual([
    ['Time', 'CPU', 'Memory'],
    ['minute 3', '20 %', 'not measured'],
    ['minute 2', '40 %', '30 %'],
    ['minute 1', '10 %', 'not measured'],
  ])
})

test('an empty chart says that nothing was measured', () => {
  draw(<LineChart title="CPU" times={[]} series={[{ label: 'CPU', values: [] }]} {...formats} />)
  expect(screen.getByText('No measurements yet.')).toBeDefined()
  expect(screen.queryByText('View as table')).toBeNull()
})
