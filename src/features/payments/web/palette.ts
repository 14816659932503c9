import type { PalettePart } from '#web/feature.ts'
import { PlusIcon, UploadIcon } from '#web/ui/icons.tsx'

const desk = { detail: 'Payments', to: '/admin/payments', isForAdministrators: true } as const

export const paymentsPalette = {
  actions: [
    { ...desk, id: 'record-payment', label: 'Record a payment', Icon: PlusIcon, dialog: 'record', order: 62 },
    {
      ...desk,
      id: 'import-statement',
      label: 'Import a bank statement',
      words: 'csv utr transfer',
      Icon: UploadIcon,
      dialog: 'import',
      order: 64,
    },
  ],
} as const satisfies PalettePart
