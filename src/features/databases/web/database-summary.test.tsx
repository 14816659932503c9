import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Database } from '../contract/contract.ts'
import { DatabaseSummary } from './database-summary.tsx'

const shown = (databases: Pick<Database, 'dbType' | 'size'>[] | undefined): string[] => {
  const html = renderToStaticMarkup(<DatabaseSummary databases={databases} />)
  return [...html.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, value = '']) => value)
}

test('counts all databases, those of MySQL and of PostgreSQL, and adds up their sizes to whole MB', () => {
  const databases = [
    { dbType: 'mysql', size: 1.3 },
    { dbType: 'postgresql', size: 7.42 },
    { dbType: 'postgresql', size: 0.9 },
    { dbType: 'mongodb', size: 0 },
  ] as const
  expect(shown([...databases])).toEqual(['4', '1', '2', '10 MB'])
})

test('shows no figures for unknown databases', () => {
  expect(shown(undefined)).toEqual(['—', '—', '—', '—'])
  expect(shown([])).toEqual(['0', '0', '0', '0 MB'])
})
