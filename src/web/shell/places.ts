import { inOrder, type NavigationPlace, type RailGroup, type WebFeature } from '#web/feature.ts'

type Features = readonly WebFeature[]

const groups: readonly RailGroup[] = ['Services', 'Web', 'Account']

const allPlaces = (features: Features): NavigationPlace[] =>
  inOrder(features.flatMap(({ places = [] }) => places))

/** The rail's places by group; empty groups are omitted. */
export function railOf(features: Features): { label: RailGroup; places: NavigationPlace[] }[] {
  const places = allPlaces(features)
  return groups
    .map((label) => ({ label, places: places.filter(({ group }) => group === label) }))
    .filter((group) => group.places.length > 0)
}

const barPlaces = 5

/** Entries that fit in the bottom bar on phones; the rest are behind More. */
export const barOf = (features: Features): NavigationPlace[] =>
  inOrder(
    allPlaces(features).flatMap(({ bar, ...place }) =>
      bar ? [{ ...place, order: bar.order, label: bar.label ?? place.label }] : [],
    ),
  ).slice(0, barPlaces)

/** The places shown as workspace tiles. */
export const tilesOf = (features: Features): NavigationPlace[] =>
  allPlaces(features)
    .filter(({ tile }) => tile !== undefined)
    .toSorted((one, other) => (one.tile ?? 0) - (other.tile ?? 0))

/** Every place a user can go to: those of the rail, and those behind other menus. */
export const placesOf = (features: Features): NavigationPlace[] => [
  ...railOf(features).flatMap(({ places }) => places),
  ...allPlaces(features).filter(({ group }) => group === undefined),
]
