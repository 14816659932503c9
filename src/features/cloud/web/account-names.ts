import { createContext, useContext } from 'react'
import type { AllServices } from '../contract.ts'

const AccountNames = createContext<AllServices['providers']>([])

/** Gives the drawers below the accounts that resources belong to. */
export const AccountNamesProvider = AccountNames.Provider

/** The name of a connected account; null when it is not there any more. */
export function useAccountName(providerId: string | undefined): string | null {
  const providers = useContext(AccountNames)
  return providers.find(({ id }) => id === providerId)?.displayName ?? null
}
