import { showName } from '#shared/show-name.ts'

type Named = { id: string; domain: string | null; plan: { name: string } }

const shownDigits = 6

/**
 * What a service is called wherever it is named or chosen: its domain as people read it, else its plan and the end of its id,
 * which tells two services of one plan apart.
 */
export const siteName = ({ id, domain, plan }: Named): string =>
  domain === null ? `${plan.name} ${id.slice(-shownDigits)}` : showName(domain)

/** The name of one of the services; `absent` while they are on their way, or for one that has ended. */
export const siteNameIn = (services: readonly Named[], id: string, absent: string): string => {
  const found = services.find((service) => service.id === id)
  return found ? siteName(found) : absent
}
