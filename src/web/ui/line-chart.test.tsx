import { expect, test } from 'bun:test'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { LineChart } from './line-chart.tsx'
import { percentScale } from './line-chart-scale.ts'

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

test('is drawn on the server, with its figures as text', () => {
  const html = renderToString(chart)
  expect(html).toContain('M0 90L50 60L100 80')
  expect(html.replaceAll(/<!-- -->|<[^>]+>/g, '')).toContain('CPU 20 % between 10 % and 40 %')
})

test('says the newest values, and those of the point that is looked at', () => {
  render(chart)
  expect(screen.getByRole('figure', { name: 'CPU and memory' })).toBeDefined()
  expect(legend()).toEqual(['CPU 20 % between 10 % and 40 %', 'Memory 30 % between 30 % and 30 %'])
  const cursor = screen.getByRole('slider', { name: 'Point in time: CPU and memory' })
  expect(cursor.getAttribute('aria-valuetext')).toBe('minute 3: CPU 20 %, Memory not measured')
  fireEvent.change(cursor, { target: { value: '0' } })
  expect(cursor.getAttribute('aria-valuetext')).toBe('minute 1: CPU 10 %, Memory not measured')
  expect(legend()[0]).toStartWith('CPU 10 %')
  fireEvent.blur(cursor)
  expect(legend()[0]).toStartWith('CPU 20 %')
})

test('is there as a table, newest first', async () => {
  render(chart)
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

test('of nothing says that nothing was measured', () => {
  const format = String
  render(
    <LineChart
      title="CPU"
      times={[]}
      series={[{ label: 'CPU', values: [] }]}
      formatTime={format}
      formatValue={format}
    />,
  )
  expect(screen.getByText('Nothing was measured yet.')).toBeDefined()
  expect(screen.queryByRole('slider')).toBeNull()
})
