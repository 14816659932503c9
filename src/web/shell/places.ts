import { inOrder, type Place, type RailGroup, type WebFeature } from '#web/feature.ts'

type Features = readonly WebFeature[]

const groups: readonly RailGroup[] = ['Services', 'Web', 'Account']

const allPlaces = (features: Features): Place[] => inOrder(features.flatMap(({ places = [] }) => places))

/** The places of the signed-in area, as the rail shows them; a group without any is not shown. */
export function railOf(features: Features): { label: RailGroup; places: Place[] }[] {
  const places = allPlaces(features)
  return groups
    .map((label) => ({ label, places: places.filter(({ group }) => group === label) }))
    .filter((group) => group.places.length > 0)
}

const barPlaces = 5

/** What fits in the bar at the bottom of a phone, the rest is behind More. */
export const barOf = (features: Features): Place[] =>
  inOrder(
    allPlaces(features).flatMap(({ bar, ...place }) =>
      bar ? [{ ...place, order: bar.order, label: bar.label ?? place.label }] : [],
    ),
  ).slice(0, barPlaces)

/** The places that are tiles of the workspace. */
export const tilesOf = (features: Features): Place[] =>
  allPlaces(features)
    .filter(({ tile }) => tile !== undefined)
    .toSorted((one, other) => (one.tile ?? 0) - (other.tile ?? 0))

/** Every place a person can go to: those of the rail, and those that lie behind other menus. */
export const placesOf = (features: Features): Place[] => [
  ...railOf(features).flatMap(({ places }) => places),
  ...allPlaces(features).filter(({ group }) => group === undefined),
]
