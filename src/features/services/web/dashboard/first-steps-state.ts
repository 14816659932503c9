import type { Service } from '../../contract/contract.ts'
import type { Overview } from '../../contract/overview.ts'

export type Steps = { hasSite: boolean; hasDomain: boolean; hasSchedule: boolean }

/** The only service that accepts files; with several, each has its first steps on its own page. */
export function onlyActive(services: readonly Service[]): Service | undefined {
  const [one, ...others] = services.filter(({ status }) => status === 'active')
  return others.length === 0 ? one : undefined
}

/** Completed steps of a service. */
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
