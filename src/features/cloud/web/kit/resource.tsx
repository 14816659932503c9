import { createContext, useContext } from 'react'
import type { AllServices } from '../../contract.ts'
import type { Bar } from './bar.ts'

// Common parts of every shown resource.

/** Marks a resource that exists only in the portal. */
export const Sample = () => <span className="cloud-sample">Sample</span>

const Accounts = createContext<AllServices['providers']>([])

/** Provides the accounts of the resources to everything below. */
export const AccountsProvider = Accounts.Provider

/** Whether samples appear beside real resources; on a screen of samples alone, the notice above marks them. */
export const useIsMixed = (): boolean => new Set(useContext(Accounts).map(({ sample }) => sample)).size > 1

/** The name of a connected account; null when it was removed. */
export function useAccountName(providerId: string | undefined): string | null {
  const providers = useContext(Accounts)
  return providers.find(({ id }) => id === providerId)?.displayName ?? null
}

/** Lists that are not among the eight, with resources that have costs. */
export type FurtherLists = {
  loadBalancers?: readonly { id: string; name: string }[] | undefined
  cdn?: readonly { id: string; domainName: string }[] | undefined
}

/** The names of the resources that have costs, by id. */
export function namesOf(all: AllServices, { loadBalancers = [], cdn = [] }: FurtherLists = {}) {
  const { storage, instances, databases, functions, containers, analytics } = all
  const named = [...instances, ...databases, ...functions, ...containers, ...analytics, ...loadBalancers]
  const buckets = storage.map(({ id, bucketName }) => ({ id, name: bucketName }))
  const distributions = cdn.map(({ id, domainName }) => ({ id, name: domainName }))
  return new Map([...named, ...buckets, ...distributions].map(({ id, name }) => [id, name]))
}

/** The number of resources per region, highest first. */
export function regionsOf(resources: readonly { region: string }[]): Bar[] {
  const counts = new Map<string, number>()
  for (const { region } of resources) counts.set(region, (counts.get(region) ?? 0) + 1)
  return [...counts]
    .map(([name, value]) => ({ name, value, text: String(value) }))
    .sort((one, other) => other.value - one.value || one.name.localeCompare(other.name))
}
