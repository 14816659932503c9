import { useRouterState } from '@tanstack/react-router'

/** A bar of 2 px while the next page is loading; the old page stays. */
export function NavigationProgress() {
  const isPending = useRouterState({ select: (state) => state.status === 'pending' })
  return <div className="navigation-progress" data-active={isPending || undefined} aria-hidden="true" />
}
