import { useSyncExternalStore } from 'react'
import { useSite } from '../site.tsx'
import { readChosenService, watchChosenService } from './chosen-service.ts'

/** The service whose records are shown: that of the address, else the one chosen last, as long as it is active. */
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
