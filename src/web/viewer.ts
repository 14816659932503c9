import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#server/sessions/session.ts'
import type { MemberRole } from '#shared/member-roles.ts'

/** The signed-in user, embedded in every page; see `GET /api/user`. */
export type Viewer = Omit<SessionUser, 'createdAt'> & {
  createdAt: string
  /** The owner of this page's service, if the viewer works for another account. */
  actingFor?: { email: string; role: MemberRole } | undefined
  /** The read-only view in which an administrator sees this page as this user does. */
  viewing?: { id: string; endsAt: string } | undefined
}

const viewerKey = ['viewer'] as const

/** The viewer that a page was rendered for; `null` for a visitor. */
export const readViewer = (cache: QueryClient): Viewer | null =>
  cache.getQueryData<Viewer | null>(viewerKey) ?? null

/** Replaces the viewer everywhere on screen, after a profile change. */
export const writeViewer = (cache: QueryClient, viewer: Viewer | null): void => {
  cache.setQueryData(viewerKey, viewer)
}

/** The viewer, kept up to date. */
export function useViewer(): Viewer | null {
  const cache = useQueryClient()
  const { data } = useQuery({ queryKey: viewerKey, queryFn: () => readViewer(cache), enabled: false })
  return data ?? null
}
