import { useNavigate } from '@tanstack/react-router'
import type { Service } from '#features/services/contract.ts'
import { serviceLabel } from '#shared/names/site-name.ts'

type ServiceFilterProps = { services: Service[]; chosen: string | undefined }

/** The services that are active, and the one whose backups are shown even if it is not. */
export const offeredOf = ({ services, chosen }: ServiceFilterProps): Service[] =>
  services.filter(({ id, status }) => status === 'active' || id === chosen)

/** All services or one of them, kept in the address. */
export function ServiceFilter({ services, chosen }: ServiceFilterProps) {
  const navigate = useNavigate()
  const choose = (service: string) =>
    void navigate({ to: '/backups', search: service === 'all' ? {} : { service }, replace: true })
  return (
    <select
      className="control backup-filter"
      aria-label="Service"
      value={chosen ?? 'all'}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="all">All Services</option>
      {offeredOf({ services, chosen }).map((service) => (
        <option key={service.id} value={service.id}>
          {serviceLabel(service, services)}
        </option>
      ))}
    </select>
  )
}
