type Named = { id: string; domain: string | null; plan: { name: string } }

const shownDigits = 6

/** The plan and the end of the id, which tells two services of one plan apart. */
export const planAndId = ({ id, plan }: Pick<Named, 'id' | 'plan'>): string =>
  `${plan.name} ${id.slice(-shownDigits)}`

/** What a service is called wherever it is named or chosen: its domain, else its plan and the end of its id. */
export const siteName = (service: Named): string => service.domain ?? planAndId(service)

/** The name of one of the services; `absent` while they are on their way, or for one that has ended. */
export const siteNameIn = (services: readonly Named[], id: string, absent: string): string => {
  const found = services.find((service) => service.id === id)
  return found ? siteName(found) : absent
}
