import { isSoon } from '#shared/not-built.ts'
import { inOrder, type Place, type RailGroup, type WebFeature } from '#web/feature.ts'

type Features = readonly WebFeature[]

const groups: readonly RailGroup[] = ['Services', 'Web', 'Account']

const allPlaces = (features: Features): Place[] => inOrder(features.flatMap(({ places = [] }) => places))

/** The places of the signed-in area, as the rail shows them. */
export function railOf(features: Features): { label: RailGroup; places: Place[] }[] {
  const places = allPlaces(features)
  return groups.map((label) => ({ label, places: places.filter(({ group }) => group === label) }))
}

const barPlaces = 4

/** What fits in the bar at the bottom of a phone, of what can be used; the rest is behind More. */
export const barOf = (features: Features): Place[] =>
  inOrder(
    allPlaces(features).flatMap(({ bar, ...place }) =>
      bar && !isSoon(place.to) ? [{ ...place, order: bar.order, label: bar.label ?? place.label }] : [],
    ),
  ).slice(0, barPlaces)

/** Every place a person can go to: those of the rail, and those that lie behind other menus. */
export const placesOf = (features: Features): Place[] => [
  ...railOf(features).flatMap(({ places }) => places),
  ...allPlaces(features).filter(({ group }) => group === undefined),
]
