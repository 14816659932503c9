import type { AnyRoute } from '@tanstack/react-router'
import {
  administratorArea,
  publicArea,
  rootRoute,
  shellArea,
  shellMissing,
  signedInArea,
} from '#web/areas.tsx'
import type { Area, WebFeature } from '#web/feature.ts'
import { features } from './features.ts'

type Features = readonly WebFeature[]

/** The features' routes in an area, one after the other, each with its own type, so that links are checked. */
type RoutesIn<All extends Features, In extends Area> = All extends readonly [
  infer First,
  ...infer Rest extends Features,
]
  ? [
      ...(First extends { routes: { [Key in In]: infer Routes extends readonly AnyRoute[] } } ? Routes : []),
      ...RoutesIn<Rest, In>,
    ]
  : []

/** The pages at `/` of an area. */
type HomesIn<All extends Features, In extends 'public' | 'shell'> = All extends readonly [
  infer First,
  ...infer Rest extends Features,
]
  ? [...(First extends { home: { [Key in In]: infer Home } } ? [Home] : []), ...HomesIn<Rest, In>]
  : []

const all: Features = features

const routesIn = <In extends Area>(area: In) =>
  all.flatMap(({ routes }) => routes?.[area] ?? []) as RoutesIn<typeof features, In>

const homeIn = <In extends 'public' | 'shell'>(area: In, isOffered: boolean) =>
  (isOffered ? all.flatMap(({ home }) => home?.[area] ?? []) : []) as HomesIn<typeof features, In>

/**
 * All pages; `/` is the landing page or the dashboard. Signing in and out are navigations of the whole page, so this never
 * changes during the life of a router.
 */
export const routeTree = (isSignedIn: boolean) =>
  rootRoute.addChildren([
    publicArea.addChildren([...homeIn('public', !isSignedIn), ...routesIn('public')]),
    signedInArea.addChildren([
      ...routesIn('signedIn'),
      shellArea.addChildren([
        ...homeIn('shell', isSignedIn),
        ...routesIn('shell'),
        administratorArea.addChildren([...routesIn('administrator')]),
        // For a visitor an unknown address belongs to no area, so that nobody is asked to sign in for it.
        ...((isSignedIn ? [shellMissing] : []) as [typeof shellMissing]),
      ]),
    ]),
  ])
