import { useEffect, useEffectEvent } from 'react'
import { keep, readKept } from '#web/lib/kept.ts'
import { useFilesPlace, useGoToFiles } from './files-place.tsx'
import type { NamedService } from './files-search.ts'

/** Under what name this browser keeps whose files were shown last. */
export const keptSite = 'files-site'

/** Shows the files of the site that was chosen last, where the address names none and asks for nothing else. */
export function useKeptSite(services: readonly NamedService[]): void {
  const { search, siteId } = useFilesPlace()
  const go = useGoToFiles()
  const { service, path, q, at, show, open } = search
  const isBare = !(service || path || q || at || show || open)
  const isReady = siteId === undefined && services.length > 0
  const follow = useEffectEvent((chosen: string | undefined, isOpen: boolean) => {
    if (chosen) return keep(keptSite, chosen)
    const kept = isOpen && services.find(({ id }) => id === readKept(keptSite))
    if (kept) void go({ ...search, service: kept.id }, true)
  })
  useEffect(() => {
    if (isReady) follow(service, isBare)
  }, [service, isReady, isBare])
}
