import { formatMoment } from '../time.ts'
import { showName } from './show-name.ts'

type NamedSite = { id: string; name?: string | null; domain: string | null; plan: { name: string } }

/** The services among which a label must be unique. */
type Listed = NamedSite & { createdAt: Date | string }

/** The name its owner gave it, else its domain in readable form; null when it has neither. */
const ownName = ({ name, domain }: NamedSite): string | null =>
  name ?? (domain === null ? null : showName(domain))

/** A plan, with the time of its order if others of the plan also have no name or domain. */
function planName({ id, plan }: NamedSite, among: readonly Listed[]): string {
  const alike = among.filter((other) => ownName(other) === null && other.plan.name === plan.name)
  const own = alike.length > 1 && alike.find((other) => other.id === id)
  return own ? `${plan.name}, ordered ${formatMoment(own.createdAt)}` : plan.name
}

/** The title of a site: its name, else its domain in readable form, else its plan. */
export const siteName = (service: NamedSite, among: readonly Listed[] = []): string =>
  ownName(service) ?? planName(service, among)

/** The label of a service that is shown above its domain: the name its owner gave it, else its plan. */
export const serviceTitle = (name: string | null, plan: string): string => name ?? plan

/** The label of a service in filters, rows and dialogs: its plan, and its name or domain. */
export function serviceLabel(service: NamedSite, among: readonly Listed[] = []): string {
  const own = ownName(service)
  return own === null ? planName(service, among) : `${service.plan.name} · ${own}`
}

/** The label of one of the services; `absent` while they are loading, or for one that has ended. */
export const serviceLabelIn = (services: readonly Listed[], id: string, absent: string): string => {
  const found = services.find((service) => service.id === id)
  return found ? serviceLabel(found, services) : absent
}
