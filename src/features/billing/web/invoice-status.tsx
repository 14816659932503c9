import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import type { Invoice, InvoiceStatus } from '../contract/contract.ts'

const tones: Record<InvoiceStatus, Tone> = { open: 'warn', paid: 'ok', credited: 'neutral' }

/** Status of an invoice, or the label of a credit note. */
export const InvoiceState = ({ invoice: { kind, status } }: { invoice: Pick<Invoice, 'kind' | 'status'> }) =>
  kind === 'creditNote' ? (
    <StatusBadge status="credit-note" tone="neutral" />
  ) : (
    <StatusBadge status={status} tone={tones[status]} />
  )
