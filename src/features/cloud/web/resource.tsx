import { createContext, useContext } from 'react'
import type { AllServices } from '../contract.ts'
import type { Bar } from './bar.ts'

// What is shown of every resource, whatever it is.

/** Shown beside every value that was not measured. */
export const Simulated = () => <span className="cloud-simulated">simulated</span>

const AccountNames = createContext<AllServices['providers']>([])

/** Gives the drawers below the accounts that resources belong to. */
export const AccountNamesProvider = AccountNames.Provider

/** The name of a connected account; null when it is not there any more. */
export function useAccountName(providerId: string | undefined): string | null {
  const providers = useContext(AccountNames)
  return providers.find(({ id }) => id === providerId)?.displayName ?? null
}

/** The names of the resources in the eight lists, by their ids. */
export function namesOf({ storage, instances, databases, functions, containers, analytics }: AllServices) {
  const named = [...instances, ...databases, ...functions, ...containers, ...analytics]
  const buckets = storage.map(({ id, bucketName }) => ({ id, name: bucketName }))
  return new Map([...named, ...buckets].map(({ id, name }) => [id, name]))
}

/** How many resources each region holds, the fullest first. */
export function regionsOf(resources: readonly { region: string }[]): Bar[] {
  const counts = new Map<string, number>()
  for (const { region } of resources) counts.set(region, (counts.get(region) ?? 0) + 1)
  return [...counts]
    .map(([name, value]) => ({ name, value, text: String(value) }))
    .sort((one, other) => other.value - one.value || one.name.localeCompare(other.name))
}
