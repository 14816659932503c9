import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { titleOf } from '#web/lib/navigation/page-title.ts'

/** A page of the administrators' desk under its own title; scrolls the rail to the current entry. */
export function DeskLayout() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read from the document, where another link is current now.
  useEffect(() => {
    document.querySelector('.shell-rail [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return (
    <div className="desk">
      <h1>{useMatches({ select: titleOf })}</h1>
      <Outlet />
    </div>
  )
}
