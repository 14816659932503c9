import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { RenderedAtProvider } from '#web/ui/values/values.tsx'
import type { Backup } from '../contract/contract.ts'
import { BackupSummary } from './backup-summary.tsx'

function shown(backups: Partial<Backup>[] | undefined): string[] {
  const html = renderToStaticMarkup(
    <RenderedAtProvider value="2026-11-22T08:00:00.000Z">
      <BackupSummary backups={backups as Backup[] | undefined} />
    </RenderedAtProvider>,
  )
  return [...html.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, value = '']) => value)
}

test('counts all backups and adds up their sizes; the last one is the first of the list', () => {
  const backups: Partial<Backup>[] = [
    { status: 'failed', fileSize: 0, createdAt: '2026-11-20T07:00:00.000Z' },
    { status: 'completed', fileSize: 1_536, createdAt: '2026-11-01T07:00:00.000Z' },
  ]
  expect(shown(backups)).toEqual(['2', '1', '1.50 KB', '2 days ago'])
})

test.each([
  ['2026-11-22T07:21:00.000Z', 'Today, 12:51'],
  ['2026-11-21T18:31:00.000Z', 'Today, 00:01'],
  ['2026-11-21T18:29:00.000Z', 'Yesterday, 23:59'],
  ['2026-11-21T07:00:00.000Z', '1 day ago'],
])('the last backup %s is shown as %s', (createdAt, text) => {
  expect(shown([{ status: 'completed', fileSize: 0, createdAt }])[3]).toBe(text)
})

test('shows "Never" without a backup', () => {
  expect(shown([])).toEqual(['0', '0', '0 Bytes', 'Never'])
})

test('shows no figures while the backups are loading or could not be loaded', () => {
  expect(shown(undefined)).toEqual(['—', '—', '—', '—'])
})
