import type { MemberRole } from '#shared/member-roles.ts'
import type { WebFeature } from '#web/feature.ts'

/** The features as a member sees them who works for somebody else: search and the bell tell of an account. */
export const forMembers = (features: readonly WebFeature[], role: MemberRole): WebFeature[] =>
  features.map(({ palette: _, tools: __, MembersPanel: ___, ...feature }) => ({
    ...feature,
    places: (feature.places ?? [])
      .filter(({ members }) => members?.includes(role))
      // So few that a phone has room for all.
      .map((place) => ({ ...place, bar: place.bar ?? { order: place.order } })),
  }))
