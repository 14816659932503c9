import { useNavigate } from '@tanstack/react-router'
import type { Service } from '#features/services/contract.ts'
import { serviceLabel } from '#shared/names/site-name.ts'

type ServiceFilterProps = { services: Service[]; chosen: string | undefined }

/** All services or one of those that are active, kept in the address. */
export function ServiceFilter({ services, chosen }: ServiceFilterProps) {
  const navigate = useNavigate()
  const choose = (service: string) =>
    void navigate({ to: '/databases', search: service === 'all' ? {} : { service }, replace: true })
  return (
    <select
      className="control"
      aria-label="Service"
      value={chosen ?? 'all'}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="all">All Services</option>
      {services
        .filter(({ id, status }) => status === 'active' || id === chosen)
        .map((service) => (
          <option key={service.id} value={service.id}>
            {serviceLabel(service, services)}
          </option>
        ))}
    </select>
  )
}
