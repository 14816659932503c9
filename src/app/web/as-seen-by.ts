import type { MemberRole } from '#shared/member-roles.ts'
import type { Place, WebFeature } from '#web/feature.ts'
import type { Viewer } from '#web/viewer.ts'

/** The features as a member sees them who works for somebody else: search and the bell tell of an account. */
const forMembers = (features: readonly WebFeature[], role: MemberRole): WebFeature[] =>
  features.map(({ palette: _, tools: __, MembersPanel: ___, ...feature }) => ({
    ...feature,
    places: (feature.places ?? [])
      .filter(({ members }) => members?.includes(role))
      // So few that a phone has room for all.
      .map((place) => ({ ...place, bar: place.bar ?? { order: place.order } })),
  }))

/** The features as an administrator sees them who views as a customer: without what is private to the account. */
const forViews = (features: readonly WebFeature[]): WebFeature[] =>
  features.map(({ Banner: _, MembersPanel: __, ...feature }) => {
    const routes: readonly { options: { path?: string; staticData?: { isPrivate?: true } } }[] =
      feature.routes?.shell ?? []
    const closed = routes.flatMap(({ options }) => (options.staticData?.isPrivate ? options.path : []))
    const isOpen = ({ to }: Place) => !closed.includes(to)
    return { ...feature, places: feature.places?.filter(isOpen) ?? [] }
  })

/** The features of a page for whoever it is shown to. */
export function asSeenBy(features: readonly WebFeature[], viewer: Viewer | null): readonly WebFeature[] {
  if (viewer?.actingFor) return forMembers(features, viewer.actingFor.role)
  return viewer?.viewing ? forViews(features) : features
}
