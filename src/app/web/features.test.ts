import { expect, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
import { createTRPCClient } from '@trpc/client'
import { features as serverFeatures } from '#app/features.ts'
import type { AppRouter } from '#app/router.ts'
import type { Feature } from '#server/feature.ts'
import { deskPlaces } from '#web/desk/desk-navigation.tsx'
import type { Action, NavigationPlace, WebFeature } from '#web/feature.ts'
import { callerLinks } from '#web/lib/calls/links.ts'
import { actionHref } from '#web/shell/palette/use-palette-entries.ts'
import { barOf, placesOf, railOf, tilesOf } from '#web/shell/places.ts'
import { type Viewer, writeViewer } from '#web/viewer.ts'
import { allFeatures } from './all-features.ts'
import { features } from './features.ts'
import { paletteParts } from './palette.tsx'
import { createAppRouter } from './router.tsx'

const all: readonly WebFeature[] = allFeatures
const placesOfAll = all.flatMap(({ places = [] }) => places)
const tiles = tilesOf(all)
const deskTabs = all.flatMap((feature) => feature.deskTabs ?? [])
const actions: Action[] = paletteParts.flatMap(({ actions: own = [] }) => own)
const labels = (places: readonly NavigationPlace[]) => places.map(({ label }) => label)

test('the rail shows its entries by group, and the phone bar shows five of them', () => {
  expect(railOf(all).map(({ label, places }) => [label, ...labels(places)])).toEqual([
    ['Services', 'Dashboard', 'Websites', 'Cloud', 'Add a service'],
    ['Web', 'Domains', 'Email', 'Databases', 'Files', 'Backups', 'Projects'],
    ['Account', 'Billing', 'Profile', 'Account Settings', 'Admin Panel'],
  ])
  expect(labels(barOf(all))).toEqual(['Home', 'Websites', 'Domains', 'Email', 'Files'])
})

test('the admin area has its own rail in three groups, and four of its places in the phone bar', () => {
  const { groups, bar } = deskPlaces(all, { companyName: '', hasTrials: true })
  const named = (places: readonly { label: string }[]) => places.map(({ label }) => label)
  expect(groups.map(({ label, places }) => [label, ...named(places)])).toEqual([
    ['Work', 'Orders', 'Messages', 'Overview', 'Temporary sites'],
    ['Business', 'Customers', 'Services', 'Invoices', 'Payments', 'Renewals', 'Catalogue'],
    ['Machine', 'Domains', 'Zones', 'Jobs', 'Backups', 'Status', 'Audit', 'System'],
    ['Account', 'My dashboard'],
  ])
  expect(named(bar)).toEqual(['Orders', 'Messages', 'Customers', 'Overview'])
  expect(groups.flatMap(({ places }) => places)).toHaveLength(deskTabs.length + 1)
  const without = deskPlaces(all, { companyName: '' }).groups.flatMap(({ places }) => named(places))
  expect(without).not.toContain('Temporary sites')
})

test('the palette lists the rail first, then entries of other menus, and shows the admin area only to administrators', () => {
  const others = labels(placesOf(features)).slice(13)
  expect(others).toEqual(['Applications', 'SSL Certificates', 'API Keys', 'Shared with me'])
  expect(labels(placesOf(features))).not.toContain('Admin Panel')
  expect(labels(placesOf(all))).toContain('Admin Panel')
})

test('the workspace tiles have their own order', () => {
  expect(tiles.map(({ to }) => to)).toEqual([
    '/websites',
    '/applications',
    '/domains',
    '/projects',
    '/email',
    '/databases',
    '/backups',
    '/files',
  ])
})

test('every place, admin tab and tool appears once, and each key opens one place', () => {
  const once = (values: unknown[]) => expect(values).toEqual([...new Set(values)])
  once(placesOfAll.map(({ to }) => to))
  once(placesOfAll.flatMap(({ letter }) => letter ?? []))
  once(placesOfAll.map(({ group, order }) => `${group} ${order}`))
  once(placesOfAll.flatMap(({ bar }) => bar?.order ?? []))
  once(tiles.map(({ tile }) => tile))
  once(deskTabs.map(({ to }) => to))
  once(deskTabs.map(({ order }) => order))
  once(all.flatMap(({ tools = [] }) => tools.map(({ id }) => id)))
})

function pages() {
  const queryClient = new QueryClient()
  writeViewer(queryClient, {} as Viewer)
  const client = createTRPCClient<AppRouter>({ links: callerLinks(async () => undefined) })
  return createAppRouter({ features: all, history: createMemoryHistory(), queryClient, client }).routesByPath
}

test('every address in a manifest belongs to a page', () => {
  const routesByPath = pages()
  const addresses = [...[...placesOfAll, ...deskTabs, ...actions].map(({ to }) => to)]
  expect(addresses.filter((address) => !(address in routesByPath))).toEqual([])
})

test('every palette action that opens a dialog names one that its page knows', () => {
  const byPath: Record<string, AnyRoute> = pages()
  const asking = actions.filter(({ dialog }) => dialog !== undefined)
  expect(asking.length).toBeGreaterThan(6)
  for (const { to, dialog } of asking) {
    const read = byPath[to]?.options.validateSearch as (search: object) => object
    expect(read({ dialog })).toEqual({ dialog })
    expect(read({ dialog: 'junk' })).toEqual({})
  }
})

test('an action opens its dialog over its page with the current filters, and over the bare page from other pages', () => {
  const upload = { to: '/files', dialog: 'upload' }
  const search = { pathname: '/files', searchStr: '?service=s&path=a%2Fb&dialog=folder' }
  expect(actionHref(upload, search)).toBe('/files?service=s&path=a%2Fb&dialog=upload')
  expect(actionHref(upload, { ...search, pathname: '/backups' })).toBe('/files?dialog=upload')
  expect(actionHref({ to: '/contact' }, search)).toBe('/contact')
})

test('the bell listens to every feature whose work it lists', () => {
  const own: readonly WebFeature[] = features
  const heard = new Set(['user', ...own.flatMap(({ live = {} }) => Object.values(live).flat())])
  const silent = (serverFeatures as readonly Feature[])
    .filter(({ activity, live = {} }) => activity && Object.keys(live).length > 0)
    .filter(({ live = {} }) => !Object.keys(live).some((kind) => heard.has(kind)))
  expect(silent.map(({ name }) => name)).toEqual([])
})
