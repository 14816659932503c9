import type { ReactNode } from 'react'
import { PageHeader } from '#web/ui/page-header.tsx'

type FilesHeadProps = { title: string; subtitle?: string; actions?: ReactNode; hasBack?: boolean }

/** The heading of the screen, or of the file that is open in it. */
export const FilesHead = ({ title, subtitle, actions, hasBack }: FilesHeadProps) => (
  <PageHeader
    title={title}
    {...(subtitle ? { subtitle } : {})}
    {...(hasBack ? { back: { to: '/dashboard', label: 'Back to Dashboard' } } : {})}
    actions={actions}
  />
)
