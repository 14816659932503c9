import { useNavigate } from '@tanstack/react-router'
import { serviceLabel } from '#shared/names/site-name.ts'
import { keepChosenService } from './chosen-service.ts'

type Service = Parameters<typeof serviceLabel>[0] & { status: string; createdAt: Date | string }

type ServiceFilterProps = { services: readonly Service[]; chosen: string | undefined }

/** The active services, and the selected one even if it is not active. */
export const offeredOf = <Offered extends Pick<Service, 'id' | 'status'>>(
  services: readonly Offered[],
  chosen: string | undefined,
): Offered[] => services.filter(({ id, status }) => status === 'active' || id === chosen)

/** Filters by all services or one, stored in the URL and remembered for other lists. */
export function ServiceFilter({ services, chosen }: ServiceFilterProps) {
  const navigate = useNavigate()
  const choose = (value: string) => {
    const service = value === 'all' ? null : value
    keepChosenService(service)
    void navigate({ to: '.', search: service === null ? {} : { service }, replace: true })
  }
  return (
    <select
      className="control"
      aria-label="Service"
      value={chosen ?? 'all'}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="all">All Services</option>
      {offeredOf(services, chosen).map((service) => (
        <option key={service.id} value={service.id}>
          {serviceLabel(service, services)}
        </option>
      ))}
    </select>
  )
}
