import { useEffect, useEffectEvent } from 'react'
import { keep, readKept } from '#web/lib/kept.ts'
import { useFilesPlace, useGoToFiles } from './files-place.tsx'
import type { NamedService } from './files-search.ts'

/** Under what name this browser keeps whose files were shown last. */
export const keptSite = 'files-site'

/** Shows the files of the site that was chosen last, where the address names none and asks for nothing else. */
export function useKeptSite(services: readonly NamedService[]): void {
  const { search } = useFilesPlace()
  const go = useGoToFiles()
  const { service, path, q, at, show, open } = search
  const isBare = !(service || path || q || at || show || open)
  const follow = useEffectEvent((chosen: string | undefined) => {
    if (chosen) return keep(keptSite, chosen)
    const kept = readKept(keptSite)
    if (isBare && services.some(({ id }) => id === kept)) void go({ ...search, service: kept ?? '' }, true)
  })
  const isKnown = services.length > 0
  useEffect(() => {
    if (isKnown) follow(service)
  }, [service, isKnown, isBare])
}
