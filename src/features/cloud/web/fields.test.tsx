import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import type { Bucket } from '../entities/storage/contract.ts'
import { buckets } from '../entities/storage/web.ts'
import {
  bytes,
  code,
  count,
  gigabytes,
  list,
  marked,
  measure,
  moment,
  orUnknown,
  pairs,
  percent,
  status,
  text,
  yesNo,
} from './kit/fields.tsx'

const awsBucket: Bucket = {
  id: 'b',
  providerId: 'p',
  region: 'eu-central-1',
  sample: false,
  simulated: false,
  bucketName: 'assets',
  storageClass: null,
  encryption: null,
  publicAccess: null,
  sizeBytes: null,
  objectCount: null,
}

test('sizes are in GB, bytes / 1024³', () => {
  const size = gigabytes('sizeBytes', 'Size')
  expect(size.text({ sizeBytes: 1_024 ** 3 * 12.5 })).toBe('12.50 GB')
  expect(size.align).toBe('right')
  expect(size.sortValue?.({ sizeBytes: 7 })).toBe(7)
})

test('an unknown value is a dash, matches no search and sorts before known ones', () => {
  const field = count('objects', 'Objects')
  render(<p>{field.cell({ objects: null })}</p>)
  expect(screen.getByText('—')).toBeDefined()
  expect(field.text({ objects: null })).toBe('')
  expect(field.sortValue?.({ objects: null })).toBeLessThan(0)
})

test('a value that a provider may not report is shown as unknown, never as zero', () => {
  const field = orUnknown(gigabytes('sizeBytes', 'Size'))
  const { container } = render(<p>{field.cell({ sizeBytes: null })}</p>)
  expect(container.textContent).toBe('unknown')
  expect(field.text({ sizeBytes: null })).toBe('unknown')
  expect(field.text({ sizeBytes: 0 })).toBe('0.00 GB')
})

test('a value is marked only where it needs attention, and reads the same', () => {
  const field = marked(count('threats', 'Threats'))
  const { container } = render(
    <p>
      {field.cell({ threats: 0 })}, {field.cell({ threats: 3 })}
    </p>,
  )
  expect(container.textContent).toBe('0, 3')
  expect(container.querySelector('.cloud-marked')?.textContent).toBe('3')
})

test('an AWS bucket has an unknown size, not a size of 0', () => {
  const bucket = { ...awsBucket, encryption: true }
  const written = Object.fromEntries(buckets.columns.map(({ header, text }) => [header, text(bucket)]))
  expect(written).toEqual({
    Region: 'eu-central-1',
    Class: 'unknown',
    Size: 'unknown',
    Objects: 'unknown',
    Encryption: 'On',
    Access: 'unknown',
  })
})

test('values are searched as they are displayed', () => {
  expect([
    text('a', 'A').text({ a: 'x' }),
    code('a', 'A').text({ a: 'x' }),
    status('a', 'A').text({ a: 'in-service' }),
    measure('MB')('a', 'A').text({ a: 1_280 }),
    percent('a', 'A').text({ a: 93.4 }),
    bytes('a', 'A').text({ a: 2_048 }),
    moment('a', 'A').text({ a: '2026-11-21T08:35:00.000Z' }),
    yesNo('On', 'Off')('a', 'A').text({ a: false }),
    list('a', 'A').text({ a: ['x', 80] }),
    pairs('a', 'A').text({ a: { team: 'web', days: 7 } }),
  ]).toEqual([
    'x',
    'x',
    'in-service',
    '1,280 MB',
    '93.4%',
    '2.00 KB',
    '21 Nov 2026, 14:05 IST',
    'Off',
    'x, 80',
    'team: web\ndays: 7',
  ])
})

test.each([
  ['running', 'ok'],
  ['active', 'ok'],
  ['deployed', 'ok'],
  ['in-service', 'ok'],
  ['stopped', 'bad'],
  ['inactive', 'bad'],
  ['pending', 'warn'],
  ['training', 'warn'],
  ['in-progress', 'warn'],
  ['available', 'neutral'],
])('the status %s is %s', (word, tone) => {
  const { container } = render(<p>{status('status', 'Status').cell({ status: word })}</p>)
  expect(container.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone)
})
