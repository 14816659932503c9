import { createContext, useContext } from 'react'
import type { AllServices } from '../../contract.ts'
import type { Bar } from './bar.ts'

// What is shown of every resource, whatever it is.

/** Marks what exists nowhere outside of the portal. */
export const Sample = () => <span className="cloud-sample">Sample</span>

const Accounts = createContext<AllServices['providers']>([])

/** Gives everything below the accounts that resources belong to. */
export const AccountsProvider = Accounts.Provider

/** Whether samples stand beside resources of one's own; on a screen of samples alone its notice says what they are. */
export const useIsMixed = (): boolean => new Set(useContext(Accounts).map(({ sample }) => sample)).size > 1

/** The name of a connected account; null when it is not there any more. */
export function useAccountName(providerId: string | undefined): string | null {
  const providers = useContext(Accounts)
  return providers.find(({ id }) => id === providerId)?.displayName ?? null
}

/** Lists that are not among the eight, of resources that cost something. */
export type FurtherLists = {
  loadBalancers?: readonly { id: string; name: string }[] | undefined
  cdn?: readonly { id: string; domainName: string }[] | undefined
}

/** The names of the resources that cost something, by their ids. */
export function namesOf(all: AllServices, { loadBalancers = [], cdn = [] }: FurtherLists = {}) {
  const { storage, instances, databases, functions, containers, analytics } = all
  const named = [...instances, ...databases, ...functions, ...containers, ...analytics, ...loadBalancers]
  const buckets = storage.map(({ id, bucketName }) => ({ id, name: bucketName }))
  const distributions = cdn.map(({ id, domainName }) => ({ id, name: domainName }))
  return new Map([...named, ...buckets, ...distributions].map(({ id, name }) => [id, name]))
}

/** How many resources each region holds, the fullest first. */
export function regionsOf(resources: readonly { region: string }[]): Bar[] {
  const counts = new Map<string, number>()
  for (const { region } of resources) counts.set(region, (counts.get(region) ?? 0) + 1)
  return [...counts]
    .map(([name, value]) => ({ name, value, text: String(value) }))
    .sort((one, other) => other.value - one.value || one.name.localeCompare(other.name))
}
