import type { MemberRole } from '#shared/member-roles.ts'
import type { NavigationPlace, WebFeature } from '#web/feature.ts'
import type { Viewer } from '#web/viewer.ts'

/** The features for a member who works for another user, without search and the bell, which cover a whole account. */
const forMembers = (features: readonly WebFeature[], role: MemberRole): WebFeature[] =>
  features.map(({ palette: _, tools: __, MembersPanel: ___, ...feature }) => ({
    ...feature,
    places: (feature.places ?? [])
      .filter(({ members }) => members?.includes(role))
      // So few that all fit on a phone.
      .map((place) => ({ ...place, bar: place.bar ?? { order: place.order } })),
  }))

/** The features for an administrator who views as a customer: without pages that are private to the account. */
const forViews = (features: readonly WebFeature[]): WebFeature[] =>
  features.map(({ Banner: _, MembersPanel: __, ...feature }) => {
    const routes: readonly { options: { path?: string; staticData?: { isPrivate?: true } } }[] =
      feature.routes?.shell ?? []
    const closed = routes.flatMap(({ options }) => (options.staticData?.isPrivate ? options.path : []))
    const isOpen = ({ to }: NavigationPlace) => !closed.includes(to)
    return { ...feature, places: feature.places?.filter(isOpen) ?? [] }
  })

/** The features of a page for its viewer. */
export function asSeenBy(features: readonly WebFeature[], viewer: Viewer | null): readonly WebFeature[] {
  if (viewer?.actingFor) return forMembers(features, viewer.actingFor.role)
  return viewer?.viewing ? forViews(features) : features
}
