import { expect, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { createTRPCClient } from '@trpc/client'
import type { AppRouter } from '#app/router.ts'
import { isSoon, notBuilt } from '#shared/not-built.ts'
import type { Place, WebFeature } from '#web/feature.ts'
import { callerLinks } from '#web/lib/links.ts'
import { comingLater } from '#web/shell/coming-later.tsx'
import { barOf, placesOf, railOf } from '#web/shell/places.ts'
import { type Viewer, writeViewer } from '#web/viewer.ts'
import { features } from './features.ts'
import { createAppRouter } from './router.tsx'

const all: readonly WebFeature[] = features
const placesOfAll = all.flatMap(({ places = [] }) => places)
const tiles = all.flatMap((feature) => feature.tiles ?? [])
const deskTabs = all.flatMap((feature) => feature.deskTabs ?? [])
const labels = (places: readonly Place[]) => places.map(({ label }) => label)

test('the rail shows its entries by group, and the phone bar shows four of them', () => {
  expect(railOf(all).map(({ label, places }) => [label, ...labels(places)])).toEqual([
    ['Services', 'Dashboard', 'Websites', 'Cloud', 'Add a service'],
    ['Web', 'Domains', 'Email', 'Databases', 'Files', 'Backups', 'Projects'],
    ['Account', 'Billing', 'Profile'],
  ])
  expect(labels(barOf(all))).toEqual(['Home', 'Websites', 'Files', 'Backups'])
})

test('the palette lists the rail first, then entries of other menus, and shows the desk only to administrators', () => {
  const others = (isAdmin: boolean) => labels(placesOf(all, { isAdmin })).slice(12)
  expect(others(false)).toEqual(['Applications', 'SSL Certificates', 'Account Settings'])
  expect(others(true)).toEqual([...others(false), 'Admin Panel'])
})

test('a place has one name, in the navigation and on its tile', () => {
  const named = new Map<string, string>(placesOfAll.map(({ to, label }) => [to, label]))
  const tiled = tiles.flatMap(({ to, name }) => (named.has(to) ? [[to, name]] : []))
  expect(tiled).toEqual(tiled.map(([to = '']) => [to, named.get(to) ?? '']))
})

test('every place, tile, tab of the desk and tool appears once, and each key leads to one place', () => {
  const once = (values: unknown[]) => expect(values).toEqual([...new Set(values)])
  once(placesOfAll.map(({ to }) => to))
  once(placesOfAll.flatMap(({ letter }) => letter ?? []))
  once(placesOfAll.map(({ group, order }) => `${group} ${order}`))
  once(placesOfAll.flatMap(({ bar }) => bar?.order ?? []))
  once(tiles.map(({ to }) => to))
  once(tiles.map(({ order }) => order))
  once(deskTabs.map(({ to }) => to))
  once(deskTabs.map(({ order }) => order))
  once(all.flatMap(({ tools = [] }) => tools.map(({ id }) => id)))
})

test('what is offered before it is built is the list of pages that say so', () => {
  const { places, tiles: later } = comingLater
  expect(places.map(({ to }) => to).sort()).toEqual([...notBuilt].sort())
  expect(later.filter(({ to }) => !isSoon(to))).toEqual([])
})

test('every address in a manifest belongs to a page', () => {
  const queryClient = new QueryClient()
  writeViewer(queryClient, {} as Viewer)
  const client = createTRPCClient<AppRouter>({ links: callerLinks(async () => undefined) })
  const { routesByPath } = createAppRouter({ history: createMemoryHistory(), queryClient, client })
  const actions = all.flatMap(({ palette }) => palette?.actions ?? [])
  const addresses = [
    ...[...placesOfAll, ...tiles, ...deskTabs].map(({ to }) => to),
    ...actions.flatMap((action) => ('href' in action ? action.href : [])),
  ]
  expect(addresses.filter((address) => !(address in routesByPath))).toEqual([])
})
