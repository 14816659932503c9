import type { AnyRoute } from '@tanstack/react-router'
import {
  administratorArea,
  publicArea,
  rootRoute,
  shellArea,
  shellMissing,
  signedInArea,
  siteArea,
} from '#web/areas.tsx'
import type { Area, WebFeature } from '#web/feature.ts'
import type { allFeatures } from './all-features.ts'

type Features = readonly WebFeature[]

/** The features' routes in an area in order, each with its own type, so that links are checked. */
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

type All = typeof allFeatures

const routesIn = <In extends Area>(features: Features, area: In) =>
  features.flatMap(({ routes }) => routes?.[area] ?? []) as RoutesIn<All, In>

const homeIn = <In extends 'public' | 'shell'>(features: Features, area: In) =>
  features.flatMap(({ home }) => home?.[area] ?? []) as HomesIn<All, In>

/**
 * All pages of these features, typed as if there were no others; `/` is the landing page or the dashboard. Signing in and out
 * reload the whole page, so this never changes during the life of a router.
 */
export const routeTree = (features: Features, isSignedIn: boolean) =>
  rootRoute.addChildren([
    publicArea.addChildren([
      ...homeIn(isSignedIn ? [] : features, 'public'),
      ...routesIn(features, 'public'),
    ]),
    signedInArea.addChildren([
      ...routesIn(features, 'signedIn'),
      shellArea.addChildren([
        ...homeIn(isSignedIn ? features : [], 'shell'),
        ...routesIn(features, 'shell'),
        siteArea.addChildren([...routesIn(features, 'site')]),
        administratorArea.addChildren([...routesIn(features, 'administrator')]),
        // For a visitor an unknown address belongs to no area, so it does not redirect to sign-in.
        ...((isSignedIn ? [shellMissing] : []) as [typeof shellMissing]),
      ]),
    ]),
  ])
