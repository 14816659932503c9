import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/count-text.ts'
import { isSoon } from '#shared/not-built.ts'

type ShownLimits = Record<
  'diskBytes' | 'domains' | 'mailboxes' | 'databases' | 'backups' | 'memoryBytes',
  number
>

/**
 * The feature lines of a plan, derived from its limits so that nothing is promised that is not enforced; `isSoon` where there
 * is nothing to enforce yet. Free of zod for the pages that only show them.
 */
export const featuresOf = ({ limits }: { limits: ShownLimits }): { text: string; isSoon: boolean }[] => [
  { text: `${formatBytes(limits.diskBytes)} storage`, isSoon: false },
  { text: countText(limits.domains, 'domain'), isSoon: isSoon('/domains') },
  { text: countText(limits.mailboxes, 'mailbox', 'mailboxes'), isSoon: isSoon('/email') },
  { text: countText(limits.databases, 'database'), isSoon: false },
  { text: `${countText(limits.backups, 'backup')} kept`, isSoon: false },
  { text: `${formatBytes(limits.memoryBytes)} memory`, isSoon: false },
]
