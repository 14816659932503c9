import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#server/sessions/session.ts'
import type { MemberRole } from '#shared/member-roles.ts'

/** The signed-in user as every page knows them; travels in the page, see `GET /api/user`. */
export type Viewer = Omit<SessionUser, 'createdAt'> & {
  createdAt: string
  /** The owner of the service that this page is about, where the viewer works for somebody else. */
  actingFor?: { email: string; role: MemberRole } | undefined
  /** The view by which an administrator sees this page as this user does, and changes nothing. */
  viewing?: { id: string; endsAt: string } | undefined
}

const viewerKey = ['viewer'] as const

/** The viewer a page was rendered for; `null` for a visitor. */
export const readViewer = (cache: QueryClient): Viewer | null =>
  cache.getQueryData<Viewer | null>(viewerKey) ?? null

/** Replaces the viewer everywhere on screen, after the profile was changed. */
export const writeViewer = (cache: QueryClient, viewer: Viewer | null): void => {
  cache.setQueryData(viewerKey, viewer)
}

/** The viewer, followed as it changes. */
export function useViewer(): Viewer | null {
  const cache = useQueryClient()
  const { data } = useQuery({ queryKey: viewerKey, queryFn: () => readViewer(cache), enabled: false })
  return data ?? null
}
