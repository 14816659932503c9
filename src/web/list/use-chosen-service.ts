import { useSyncExternalStore } from 'react'
import { useSite } from '../site.tsx'
import { readChosenService, watchChosenService } from './chosen-service.ts'

/** The service to filter by: the URL's, else the last chosen one if it is active. */
export function useChosenService(
  inAddress: string | undefined,
  services: readonly { id: string; status: string }[],
): string | undefined {
  const { chosenService = null } = useSite()
  const kept = useSyncExternalStore(
    watchChosenService,
    () => readChosenService(document.cookie),
    () => chosenService,
  )
  return inAddress ?? services.find(({ id, status }) => id === kept && status === 'active')?.id
}
