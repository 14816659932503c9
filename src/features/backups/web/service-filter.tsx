import { useNavigate } from '@tanstack/react-router'
import type { Service } from '#features/services/contract.ts'

type ServiceFilterProps = { services: Service[]; chosen: string | undefined }

/** All services or one of them, kept in the address. */
export function ServiceFilter({ services, chosen = 'all' }: ServiceFilterProps) {
  const navigate = useNavigate()
  const choose = (service: string) =>
    void navigate({ to: '/backups', search: service === 'all' ? {} : { service }, replace: true })
  return (
    <select
      className="control backup-filter"
      aria-label="Service"
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="all">All Services</option>
      {services.map(({ id, plan, domain }) => (
        <option key={id} value={id}>
          {domain ? `${plan.name} (${domain})` : plan.name}
        </option>
      ))}
    </select>
  )
}
