import { useQuery } from '@tanstack/react-query'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { ExternalIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { DateTime, useNow } from '#web/ui/values/values.tsx'
import type { Outline } from '../../contract/contract.ts'

const UndoDialog = lazyPart(() => import('./publish-undo-dialog.tsx'), 'PublishUndoDialog')

/** The project's site and last publish, with a link to the site and, for seven days, an undo button. */
export function PublishedSite({ project }: { project: Outline }) {
  const trpc = useTRPC()
  const { publishedServiceId, publishedAt, publishUndo } = project
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const dialog = useDialog<true>()
  const now = useNow()
  if (publishedServiceId === null || publishedAt === null) return null
  const active = services.find(({ id, status }) => id === publishedServiceId && status === 'active')
  const site = serviceLabelIn(services, publishedServiceId, 'a service that has ended')
  const canUndo = active && publishUndo && now && new Date(publishUndo.until) > now
  return (
    <div className="project-published">
      <p>
        Published to <strong>{site}</strong>, <DateTime at={publishedAt} as="moment" />
        {active?.previewUrl && (
          <span className="project-address">{active.previewUrl.replace(/^https?:\/\//, '')}</span>
        )}
      </p>
      {active?.previewUrl && (
        <a className="button" href={active.previewUrl} target="_blank" rel="noreferrer">
          <ExternalIcon size={16} /> Open site
        </a>
      )}
      {canUndo && (
        <button type="button" className="button" onClick={() => dialog.open(true)}>
          Undo…
        </button>
      )}
      {dialog.subject && publishUndo && (
        <UndoDialog
          key={dialog.key}
          project={project}
          undo={publishUndo}
          site={site}
          opened={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}
