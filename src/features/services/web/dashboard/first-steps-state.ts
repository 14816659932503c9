import type { Overview } from '../../contract/overview.ts'
import type { Service } from '../../contract.ts'

export type Steps = { hasSite: boolean; hasDomain: boolean; hasSchedule: boolean }

/** The service that the first steps are about, unless another one is chosen: the newest that takes files. */
export const firstActive = (services: readonly Service[]): Service | undefined =>
  services.find(({ status }) => status === 'active')

/** What was done for a service already. */
export const stepsOf = ({ id, domain }: Service, overviews: readonly Overview[]): Steps => {
  const overview = overviews.find((each) => each.id === id)
  return {
    hasSite: (overview?.diskBytes ?? 0) > 0,
    hasDomain: domain !== null,
    hasSchedule: overview?.hasSchedule ?? false,
  }
}

export const areDone = ({ hasSite, hasDomain, hasSchedule }: Steps): boolean =>
  hasSite && hasDomain && hasSchedule
