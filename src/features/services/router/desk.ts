import { administrator, router } from '#server/trpc/trpc.ts'
import { listOf } from '#shared/schema.ts'
import { adminServiceOutput, listServicesInput, suspendInput } from '../contract/desk.ts'
import { change, listAllServices } from '../desk/services.ts'

const serviceChange = (name: Parameters<typeof change>[0], summary: string) =>
  administrator
    .meta({ rest: `POST /api/admin/services/:id/${name}`, summary })
    .input(suspendInput)
    .output(adminServiceOutput)
    .mutation(({ ctx, input }) => change(name)(ctx, input))

const services = router({
  list: administrator
    .meta({ rest: 'GET /api/admin/services', summary: 'Lists the services of all customers, newest first.' })
    .input(listServicesInput)
    .output(listOf(adminServiceOutput))
    .query(({ ctx, input }) => listAllServices(ctx, input)),
  suspend: serviceChange('suspend', 'Suspends a service and shows a notice on its site.'),
  unsuspend: serviceChange('unsuspend', 'Lifts the suspension of a service.'),
  terminate: serviceChange('terminate', 'Terminates a service.'),
  restore: serviceChange('restore', 'Restores a terminated service during its retention period.'),
  retry: serviceChange('retry', 'Retries a failed activation.'),
})

/** Part of the procedure group `admin`. */
export const deskProcedures = { services }
