import { NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Service } from '#features/services/contract/contract.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { ScheduleForm } from './schedule-form.tsx'

type ScheduleDialogProps = {
  opened: boolean
  onClose: () => void
  services: Service[]
  chosen: string | undefined
  /** Hides the service field: only the chosen service can be scheduled. */
  isBound: boolean
}

/** Shows and changes the schedule of one service. */
export function ScheduleDialog({ opened, onClose, services, chosen, isBound }: ScheduleDialogProps) {
  const trpc = useTRPC()
  const first = services.find(({ id }) => id === chosen) ?? services[0]
  const [serviceId, setServiceId] = useState(first?.id ?? '')
  const query = useQuery(trpc.backups.schedule.queryOptions({ serviceId }, { enabled: serviceId !== '' }))
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Configure Schedule"
      closeButtonProps={{ 'aria-label': 'Close: Configure Schedule' }}
    >
      {serviceId === '' ? (
        <p>Automatic backups need an active service.</p>
      ) : (
        <Stack gap="sm">
          {!isBound && (
            <NativeSelect
              label="Service"
              data-autofocus
              data={services.map((service) => ({
                value: service.id,
                label: serviceLabel(service, services),
              }))}
              value={serviceId}
              onChange={(event) => setServiceId(event.currentTarget.value)}
            />
          )}
          <QueryState query={query} what="The schedule" loadingText="Loading the schedule...">
            {(schedule) => <ScheduleForm key={serviceId} schedule={schedule} onClose={onClose} />}
          </QueryState>
        </Stack>
      )}
    </Modal>
  )
}
