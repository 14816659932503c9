import { formatBytes } from '#shared/bytes.ts'
import { isSoon } from '#shared/not-built.ts'

type ShownLimits = Record<
  'diskBytes' | 'domains' | 'mailboxes' | 'databases' | 'backups' | 'memoryBytes',
  number
>

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/**
 * The feature lines of a plan, derived from its limits so that nothing is promised that is not enforced; `isSoon` where there
 * is nothing to enforce yet. Free of zod for the pages that only show them.
 */
export const featuresOf = ({ limits }: { limits: ShownLimits }): { text: string; isSoon: boolean }[] => [
  { text: `${formatBytes(limits.diskBytes)} storage`, isSoon: false },
  { text: counted(limits.domains, 'domain', 'domains'), isSoon: isSoon('/domains') },
  { text: counted(limits.mailboxes, 'mailbox', 'mailboxes'), isSoon: isSoon('/email') },
  { text: counted(limits.databases, 'database', 'databases'), isSoon: isSoon('/databases') },
  { text: `${counted(limits.backups, 'backup', 'backups')} kept`, isSoon: false },
  { text: `${formatBytes(limits.memoryBytes)} memory`, isSoon: false },
]
