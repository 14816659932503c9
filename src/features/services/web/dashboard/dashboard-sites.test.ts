import { expect, test } from 'bun:test'
import type { Service } from '../../contract/contract.ts'
import type { Overview } from '../../contract/overview.ts'
import { pageOfSites, sitesOf, sumOfDay, todayInputOf } from './dashboard-sites.ts'

const service = (id: string, more: Partial<Service> = {}): Service => ({
  id,
  status: 'active',
  planId: 'p',
  plan: { id: 'p', name: 'Starter', price: 99 },
  category: { id: 'c', name: 'Web Hosting' },
  name: null,
  domain: `${id}.in`,
  serverIp: '127.0.0.1',
  autoRestart: true,
  provisioning: null,
  url: null,
  previewUrl: null,
  suspendedReason: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  ...more,
})
const overview = (id: string, diskBytes = 10, hasBackupFailed = false, more: Partial<Overview> = {}) => ({
  id,
  diskBytes,
  diskQuotaBytes: 100,
  lastBackupAt: null,
  hasBackupFailed,
  hasSchedule: false,
  certificate: null,
  failedCertificate: null,
  ...more,
})

const provisioning = { state: 'running', step: null, attempts: 1, message: null } as const

test('sites with problems come first and name them, sites in setup come last, and ordered ones are left out', () => {
  const services = [
    service('ordered', { status: 'pending' }),
    service('waiting', { status: 'pending', provisioning }),
    service('well'),
    service('stopped', { status: 'stopped' }),
    service('suspended', { status: 'suspended', suspendedReason: 'unpaid' }),
    service('full'),
    service('unsaved'),
  ]
  const sites = sitesOf(services, [overview('well', 90), overview('full', 91), overview('unsaved', 0, true)])
  expect(sites.map(({ name, troubles }) => [name, troubles])).toEqual([
    ['suspended.in', ['Suspended: unpaid']],
    ['stopped.in', ['Stopped: your site is offline']],
    ['unsaved.in', ['The last backup failed']],
    ['full.in', ['The disk is 91% full']],
    ['well.in', []],
    ['waiting.in', []],
  ])
})

test('a certificate that was not issued or renewed is a problem', () => {
  const troubles = (failedCertificate: Overview['failedCertificate']) =>
    sitesOf([service('a')], [overview('a', 0, false, { failedCertificate })])[0]?.troubles
  expect(troubles({ notAfter: null })).toEqual(['The certificate could not be issued'])
  expect(troubles({ notAfter: '2027-02-20T00:00:00.000Z' })).toEqual(['The certificate could not be renewed'])
  expect(troubles(null)).toEqual([])
})

test('sites are found by name, plan, status and address, and sorted as chosen', () => {
  const services = [service('b'), service('a', { domain: null, id: '0123456789' }), service('c')]
  const sites = sitesOf(services, [overview('c', 50), overview('b', 20)])
  const names = (search: object) => pageOfSites(sites, search).rows.map(({ name }) => name)
  expect(names({ q: 'B.IN' })).toEqual(['b.in'])
  expect(names({ q: 'starter' })).toEqual(['b.in', 'Starter', 'c.in'])
  expect(names({ sort: 'name' })).toEqual(['b.in', 'c.in', 'Starter'])
  expect(names({ sort: 'disk' })).toEqual(['c.in', 'b.in', 'Starter'])
})

test('a short list requests the day of all sites without names, a long one by the names on its page', () => {
  const sites = sitesOf([service('a', { status: 'pending', provisioning }), service('b')], [])
  expect(todayInputOf(pageOfSites(sites, {}))).toEqual({})
  const names = Array.from({ length: 26 }, (_, place) => `site-${place}`)
  const long = sitesOf(
    [service('a', { status: 'pending', provisioning }), ...names.map((name) => service(name))],
    [],
  )
  expect(todayInputOf(pageOfSites(long, {}))).toEqual({ ids: names.slice(0, 25) })
  expect(todayInputOf(pageOfSites(long, { page: 2 }))).toEqual({ ids: names.slice(25) })
})

test('a day adds up its counts, and is unknown without any', () => {
  const strip = ['unknown' as const]
  const day = { id: 'a', from: '2026-11-20T00:00:00.000Z', uptimePercent: null, strip }
  const today = { ...day, bytesOut: [null, 5, 0, 7], pageViews: [null, null, null, 0] }
  expect(sumOfDay(today, 'bytesOut')).toBe(12)
  expect(sumOfDay(today, 'pageViews')).toBe(0)
  expect(sumOfDay({ ...today, pageViews: [null] }, 'pageViews')).toBeNull()
  expect(sumOfDay(undefined, 'pageViews')).toBeNull()
})
