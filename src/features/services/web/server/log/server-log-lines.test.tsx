import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { ServerLogLines } from './server-log-lines.tsx'

const line = (time: string, status: number) =>
  `192.0.2.1 - - [21/Nov/2026:${time} +0000] "GET / HTTP/1.1" ${status} 12 "-" "curl/8"`

test('the newest line is first, with its time in IST, and errors are marked', () => {
  render(<ServerLogLines lines={[line('14:05:09', 200), line('14:05:10', 404), 'a line without a time']} />)
  const items = screen.getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'a line without a time',
    '21 Nov, 19:35:10 IST 192.0.2.1 - - "GET / HTTP/1.1" 404 12 "-" "curl/8"',
    '21 Nov, 19:35:09 IST 192.0.2.1 - - "GET / HTTP/1.1" 200 12 "-" "curl/8"',
  ])
  expect(items.map(({ dataset }) => dataset.error)).toEqual([undefined, '', undefined])
})

test('markup in a request stays text', () => {
  render(<ServerLogLines lines={[line('14:05:09', 200).replace('GET /', 'GET /<img src=x>')]} />)
  expect(document.querySelector('img')).toBeNull()
})
