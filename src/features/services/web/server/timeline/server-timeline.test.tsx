import { afterEach, beforeEach, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { Service } from '../../../contract/contract.ts'
import type { Timeline, TimelineEvent } from '../../../contract/timeline.ts'
import { ServerTimeline } from './server-timeline.tsx'

const service: Service = {
  id: '0190a000-0000-7000-8000-000000000001',
  status: 'active',
  planId: 'p',
  plan: { id: 'p', name: 'Starter', price: 99 },
  category: { id: 'c', name: 'Web Hosting' },
  name: null,
  domain: 'shop.example.com',
  serverIp: '127.0.0.1',
  autoRestart: true,
  provisioning: null,
  url: null,
  previewUrl: null,
  suspendedReason: null,
  createdAt: '2026-11-01T08:30:00.000Z',
}

const event = (id: string, changed: Partial<TimelineEvent>): TimelineEvent => ({
  id,
  kind: 'restart',
  at: '2026-11-20T08:30:00.000Z',
  detail: null,
  backup: null,
  ...changed,
})

const backup = {
  id: 'b1',
  fileName: 'backup_1.zip',
  createdAt: '2026-11-19T08:30:00.000Z',
  backupType: 'files' as const,
  canRestore: true,
  isVerified: true,
}
const events = [
  event('e2', { kind: 'crash', detail: 'The web server ended unexpectedly.' }),
  event('b1', { kind: 'backup', at: backup.createdAt, detail: 'Full backup', backup }),
]
const timeline: Timeline = {
  from: '2026-11-14T08:30:00.000Z',
  to: '2026-11-21T08:30:00.000Z',
  began: '2026-11-01T08:30:00.000Z',
  earlier: '2026-11-14T08:30:00.000Z',
  events,
  uptime: [],
}

let calls: [path: string, input: unknown][] = []
let server: FakeServer
beforeEach(() => {
  calls = []
  // Dialogs need a page with a server.
  server = fakeServer()
})
afterEach(() => server.restore())

function open(changed: Partial<Service> = {}, restore: () => unknown = () => ({ id: 'b1' })) {
  renderWithCalls(<ServerTimeline service={{ ...service, ...changed }} />, async (path, input) => {
    calls.push([path, input])
    if (path === 'backups.restore') return restore()
    const isEarlier = (input as { until?: string }).until !== undefined
    return isEarlier ? { ...timeline, to: timeline.from, earlier: null, events: [] } : timeline
  })
}

const marks = async () => within(await screen.findByRole('toolbar')).getAllByRole('button')
const chosen = () => document.querySelector('.timeline-chosen')?.textContent
const goBack = () => {
  const [button] = screen.getAllByRole('button', { name: /^Go back to here: / })
  if (!button) throw new Error('no way back is offered')
  return button
}

test('every event is a mark with its time, its kind, and whether a backup is verified', async () => {
  open()
  expect((await marks()).map((mark) => mark.getAttribute('aria-label'))).toEqual([
    '20 Nov 2026, 14:00 IST: Crash, The web server ended unexpectedly.',
    '19 Nov 2026, 14:00 IST: Backup, Full backup, verified',
  ])
})

test('the newest event is shown first, and another one on hover', async () => {
  open()
  const [, second] = await marks()
  expect(chosen()).toContain('Crash')
  if (second) await userEvent.hover(second)
  expect(chosen()).toContain('Full backup')
})

test.each([
  [[], 'Uptime is stored for seven days.'],
  [['unknown'], 'No uptime measurements in this period.'],
  [['unknown', 'up'], '100% uptime since 11 Nov 2026, 05:30 IST.'],
  [['unknown', 'up', 'down', 'partial'], 'With interruptions in 2 of 3 blocks.'],
] as const)('an uptime of %p is described in words', async (states, sentence) => {
  const block = { from: timeline.from, to: timeline.to, uptimePercent: null }
  const uptime = states.map((state, place) => ({ ...block, from: `2026-11-1${place}T00:00:00.000Z`, state }))
  renderWithCalls(<ServerTimeline service={service} />, async () => ({ ...timeline, uptime }))
  await screen.findByText(sentence)
})

test('arrow keys move between events, and Tab stops at only one of them', async () => {
  open()
  const [first, second] = await marks()
  first?.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(second ?? null)
  expect(chosen()).toContain('Full backup')
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(first ?? null)
  expect((await marks()).map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
})

test('going back names the site, the time and what is overwritten, and restores after confirmation', async () => {
  open()
  const [, second] = await marks()
  if (second) await userEvent.hover(second)
  await userEvent.click(goBack())
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Go back to 19 Nov 2026, 14:00 IST?')
  dialog.getByText('Starter · shop.example.com')
  dialog.getByText(/Restoring backup_1\.zip \(19 Nov 2026, 14:00 IST\) replaces all files of/)
  dialog.getByText(/A safety copy of the current files is created first/)
  expect(calls.filter(([path]) => path === 'backups.restore')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Go back to here' }))
  await screen.findByText('Restore Started')
  expect(calls).toContainEqual(['backups.restore', { id: 'b1' }])
})

test('a refused restore shows the reason and leaves the dialog open', async () => {
  open({}, () => {
    throw new ApiError(409, '{}', { message: 'A backup is being made.' })
  })
  const [, second] = await marks()
  if (second) await userEvent.hover(second)
  await userEvent.click(goBack())
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Go back to here' }))
  await screen.findByText('A backup is being made.')
  expect(screen.getByRole('dialog')).toBeDefined()
})

test('a stopped server’s site cannot be restored, and the screen says why', async () => {
  open({ status: 'stopped' })
  const [, second] = await marks()
  if (second) await userEvent.hover(second)
  expect(goBack()).toHaveProperty('disabled', true)
  screen.getByText('Going back needs an active service.')
})

test('earlier weeks can be opened back to the start of the service, and forward again', async () => {
  open()
  await marks()
  expect(screen.getByRole('button', { name: 'Later' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Earlier' }))
  await screen.findByText(/No events from/)
  expect(calls).toContainEqual(['servers.timeline', { id: service.id, until: timeline.earlier }])
  expect(screen.getByRole('button', { name: 'Earlier' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))
  await waitFor(() => expect(screen.getByRole('toolbar')).toBeDefined())
})

test('events that overlap share one mark with their number, which opens the list', async () => {
  const close = [0, 20, 40].map((minute) =>
    event(`c${minute}`, { at: `2026-11-18T08:${String(50 - minute)}:00.000Z` }),
  )
  const crowded = { ...timeline, events: [...events, ...close] }
  renderWithCalls(<ServerTimeline service={service} />, async () => crowded)
  const [, , several] = await marks()
  if (!several) throw new Error('there is no third mark')
  expect(several.textContent).toBe('3')
  expect(several.getAttribute('aria-label')).toMatch(/^18 Nov 2026.* to 18 Nov 2026.*: 3 events$/)
  await userEvent.hover(several)
  expect(chosen()).toContain('3 events')
  expect(document.querySelector('details')?.open).toBe(false)
  await userEvent.click(several)
  expect(document.querySelector('details')?.open).toBe(true)
})
