import type { Deps } from '#server/context.ts'
import { createClamav, type VirusScanner } from './clamav.ts'
import { createRspamd, type SpamFilter } from './rspamd.ts'

/** Filters beside the portal's own rules; null when not configured. */
export type MailFilters = { spam: SpamFilter | null; viruses: VirusScanner | null }

export const openFilters = ({ RSPAMD_URL, CLAMAV_SOCKET }: Deps['env']): MailFilters => ({
  spam: RSPAMD_URL === undefined ? null : createRspamd(RSPAMD_URL),
  viruses: CLAMAV_SOCKET === undefined ? null : createClamav(CLAMAV_SOCKET),
})
