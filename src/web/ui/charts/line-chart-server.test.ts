import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { LineChart } from './line-chart.tsx'
import { percentScale } from './line-chart-scale.ts'

const chart = createElement(LineChart, {
  title: 'CPU and memory',
  times: [1, 2, 3],
  series: [
    { label: 'CPU', values: [10, 40, 20] },
    { label: 'Memory', values: [null, 30, null] },
  ],
  formatTime: (time: number) => `minute ${time}`,
  formatValue: (value: number) => `${value} %`,
  scale: percentScale,
})

const text = (html: string) => html.replaceAll(/<!-- -->|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

// Without a document, as on the server; with one, other tests may have loaded the library already.
test('the server renders a chart as numbers, a placeholder and a table, without the library', () => {
  const html = renderToString(chart)
  expect(text(html)).toContain('CPU 20 % min 10 % · max 40 %')
  expect(text(html)).toContain('Time CPU Memory minute 3 20 % not measured minute 2 40 % 30 %')
  expect(html).toContain('<div class="line-chart-place"></div>')
})
