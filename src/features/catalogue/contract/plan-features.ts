import { formatLimit } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'

type ShownLimits = Record<
  'diskBytes' | 'domains' | 'mailboxes' | 'databases' | 'backups' | 'memoryBytes',
  number
>

/**
 * Feature lines of a plan, derived from its limits so that every promise is enforced. Free of zod for the pages that only show
 * them.
 */
export const featuresOf = ({ limits }: { limits: ShownLimits }): string[] => [
  `${formatLimit(limits.diskBytes)} storage`,
  countText(limits.domains, 'domain'),
  countText(limits.mailboxes, 'mailbox', 'mailboxes'),
  countText(limits.databases, 'database'),
  `${countText(limits.backups, 'backup')} kept`,
  `${formatLimit(limits.memoryBytes)} memory`,
]
