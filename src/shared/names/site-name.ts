import { formatMoment } from '../time.ts'
import { showName } from './show-name.ts'

type Named = { id: string; domain: string | null; plan: { name: string } }

/** What a service is told apart from others among. */
type Listed = Named & { createdAt: Date | string }

/** A plan, with the moment of its order if others of the plan have no domain either. */
function planName({ id, plan }: Named, among: readonly Listed[]): string {
  const alike = among.filter(({ domain, plan: { name } }) => domain === null && name === plan.name)
  const own = alike.length > 1 && alike.find((other) => other.id === id)
  return own ? `${plan.name}, ordered ${formatMoment(own.createdAt)}` : plan.name
}

/** The title of a site: its domain as people read it, else its plan. */
export const siteName = (service: Named, among: readonly Listed[] = []): string =>
  service.domain === null ? planName(service, among) : showName(service.domain)

/** What a service is called in filters, rows and dialogs: its plan, and its domain beside it. */
export const serviceLabel = (service: Named, among: readonly Listed[] = []): string =>
  service.domain === null ? planName(service, among) : `${service.plan.name} · ${showName(service.domain)}`

/** The label of one of the services; `absent` while they are on their way, or for one that has ended. */
export const serviceLabelIn = (services: readonly Listed[], id: string, absent: string): string => {
  const found = services.find((service) => service.id === id)
  return found ? serviceLabel(found, services) : absent
}
