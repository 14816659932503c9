import type { ReactNode } from 'react'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useFilesPlace } from './files-place.tsx'

type FilesHeadProps = { title: string; subtitle?: string; actions?: ReactNode }

/** The heading of the screen or of its open file; below the site's name on the site's page. */
export function FilesHead({ title, subtitle, actions }: FilesHeadProps) {
  const { siteId } = useFilesPlace()
  if (siteId !== undefined)
    return (
      <div className="files-head">
        <h2 className="files-head-title">{title}</h2>
        <div className="page-header-actions">{actions}</div>
      </div>
    )
  return <PageHeader title={title} {...(subtitle ? { subtitle } : {})} actions={actions} />
}
