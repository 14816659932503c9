import { expect, test } from 'bun:test'
import { findEntries, type PaletteEntry } from './palette-match.ts'

const Icon = () => null
const entry = (
  section: PaletteEntry['section'],
  label: string,
  rest: Partial<PaletteEntry> = {},
): PaletteEntry => ({
  id: label,
  section,
  label,
  Icon,
  href: '/',
  ...rest,
})

const entries = [
  entry('Go to', 'Dashboard'),
  entry('Go to', 'Servers'),
  entry('Go to', 'Backups'),
  entry('Services', 'shop.example.in', { detail: 'Starter · active', words: '192.0.2.7' }),
  entry('Services', 'blog.example.in', { detail: 'Pro · stopped' }),
  entry('Actions', 'Create a backup'),
]

const found = (q: string, recent: string[] = []) =>
  findEntries(entries, q, recent).map(({ section, entries }) => [section, ...entries.map(({ id }) => id)])

test('an empty search lists recent choices, then all entries in order', () => {
  expect(found('', ['Servers', 'gone', 'Dashboard'])).toEqual([
    ['Recent', 'Servers', 'Dashboard'],
    ['Go to', 'Dashboard', 'Servers', 'Backups'],
    ['Services', 'shop.example.in', 'blog.example.in'],
    ['Actions', 'Create a backup'],
  ])
  expect(found('  ')[0]?.[0]).toBe('Go to')
})

test('a section with several entries per object lists them only in a search, or as recent choices', () => {
  const restart = entry('Service actions', 'Restart shop.example.in', { isOnSearch: true })
  const all = [...entries, restart]
  expect(findEntries(all, '', []).map(({ section }) => section)).not.toContain('Service actions')
  expect(findEntries(all, 'restart shop', [])[0]?.entries).toEqual([restart])
  expect(findEntries(all, '', [restart.id])[0]).toEqual({ section: 'Recent', entries: [restart] })
})

test('finds a service by its domain, plan, status and address', () => {
  for (const q of ['shop', 'EXAMPLE shop', 'starter', '192.0.2', 'shop active'])
    expect(found(q)).toEqual([['Services', 'shop.example.in']])
  expect(found('shop stopped')).toEqual([])
})

test('puts the section with the best match first', () => {
  expect(found('back')).toEqual([
    ['Go to', 'Backups'],
    ['Actions', 'Create a backup'],
  ])
  expect(found('create')).toEqual([['Actions', 'Create a backup']])
  expect(found('s')[0]).toEqual(['Go to', 'Servers', 'Dashboard', 'Backups'])
})

test('puts recent choices first among equal matches', () => {
  expect(found('example', ['blog.example.in'])).toEqual([['Services', 'blog.example.in', 'shop.example.in']])
})

test('shows the first eight entries of a long section', () => {
  const many = Array.from({ length: 30 }, (_, i) => entry('Projects', `site ${i}`))
  expect(findEntries(many, '', [])[0]?.entries).toHaveLength(8)
  expect(findEntries(many, 'site 29', [])[0]?.entries.map(({ label }) => label)).toEqual(['site 29'])
})
