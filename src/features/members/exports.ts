import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The memberships in a customer's export: members of their services, and services shared with them. */
export const exports: readonly ExportPart[] = [
  exportRows('services/members', (t) =>
    columnsOf(t.serviceMembers, ['id', 'serviceId', 'email', 'role', 'endsAt', 'acceptedAt', 'createdAt']),
  ),
  exportRows('services/memberships', (t) =>
    columnsOf(t.serviceMembers, ['id', 'serviceId', 'role', 'endsAt', 'acceptedAt', 'createdAt'], {
      owner: 'memberId',
    }),
  ),
]
