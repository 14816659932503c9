import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** Exports a customer's paid terms and charges. */
export const exports: readonly ExportPart[] = [
  exportRows('billing/renewals', (t) =>
    columnsOf(
      t.renewalTerms,
      [
        'serviceId',
        'term',
        'anchorDay',
        'paidUntil',
        'doNotSuspendBefore',
        'suspendedAt',
        'endedAt',
        'createdAt',
        'updatedAt',
      ],
      { key: ['serviceId'] },
    ),
  ),
  exportRows('billing/renewal-charges', (t) =>
    columnsOf(t.renewalCharges, [
      'id',
      'kind',
      'serviceId',
      'domainId',
      'planId',
      'months',
      'pricePaise',
      'startsAt',
      'endsAt',
      'invoiceId',
      'status',
      'issuedAt',
      'dueAt',
      'closedAt',
    ]),
  ),
  exportRows('billing/paid-periods', (t) =>
    columnsOf(t.renewalPeriods, [
      'id',
      'serviceId',
      'planId',
      'startsAt',
      'endsAt',
      'months',
      'pricePaise',
      'chargeId',
    ]),
  ),
  exportRows('billing/renewal-steps', (t) =>
    columnsOf(t.renewalSteps, ['id', 'step', 'serviceId', 'domainId', 'name', 'at']),
  ),
]
