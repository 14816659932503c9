import { mailNameOf } from '#features/mailboxes/service/mail-name.ts'
import type { Kernel } from '#server/context.ts'
import { createDirect } from './direct.ts'
import { createOutbox } from './outbox.ts'
import { createRelay } from './relay.ts'
import type { Transport } from './transport.ts'

/** The transport that the settings select. */
export function openTransport(kernel: Pick<Kernel, 'env' | 'origin'>): Transport {
  const { SMTP_URL, MAIL_DIRECT, DATA_DIR } = kernel.env
  if (SMTP_URL) return createRelay(SMTP_URL, () => mailNameOf(kernel))
  if (MAIL_DIRECT === 'on') return createDirect({ name: () => mailNameOf(kernel) })
  return createOutbox(`${DATA_DIR}/outbox`)
}
