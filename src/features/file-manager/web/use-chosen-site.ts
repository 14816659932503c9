import { useEffect, useEffectEvent } from 'react'
import { useFilesPlace, useGoToFiles } from './files-place.tsx'
import type { NamedService } from './files-search.ts'

// Loaded after the page, whose first paint does not need it.
const load = () => import('#web/list/chosen-service.ts')

/** Remembers the service that files, mail, databases and backups are filtered by; `null` for all. */
export const keepSite = (id: string | null): Promise<void> =>
  load().then(
    ({ keepChosenService }) => keepChosenService(id),
    () => {},
  )

/** Opens the files of the service chosen last when the URL has no parameters. */
export function useChosenSite(services: readonly NamedService[]): void {
  const { search, siteId } = useFilesPlace()
  const go = useGoToFiles()
  const { service, path, q, at, show, open } = search
  const isBare = !(siteId || service || path || q || at || show || open)
  const follow = useEffectEvent((chosen: string | null) => {
    const match = isBare && services.find(({ id }) => id === chosen)
    if (match) void go({ ...search, service: match.id }, true)
  })
  const isReady = services.length > 0
  useEffect(() => {
    if (isReady && isBare)
      load().then(
        ({ readChosenService }) => follow(readChosenService(document.cookie)),
        () => {},
      )
  }, [isReady, isBare])
  const chosen = siteId === undefined ? service : undefined
  useEffect(() => {
    if (chosen) void keepSite(chosen)
  }, [chosen])
}
