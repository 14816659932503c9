import { useQuery, useQueryClient } from '@tanstack/react-query'
import { serviceLabel } from '#shared/names/site-name.ts'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Explained } from '#web/ui/values/explained.tsx'
import type { MissingFile, Outline } from '../../contract/contract.ts'
import { useCreateFile } from '../editor/use-create-file.ts'
import { useIsDeleting } from '../use-is-deleting.ts'

const UploadDialog = lazyPart(() => import('./missing-upload-dialog.tsx'), 'MissingUploadDialog')

const shownAtMost = 5

type ActionProps = { file: MissingFile; project: Outline; onUpload: (() => void) | undefined }

/** Creates a text file in the project, or uploads any other file to its site. */
function Action({ file: { path, type }, project, onUpload }: ActionProps) {
  const create = useCreateFile()
  const reason = onUpload ? undefined : 'Publish the project first. This file is stored on the site.'
  if (type)
    return (
      <button
        type="button"
        className="button"
        disabled={create.isPending}
        aria-label={`Create ${path}`}
        onClick={() => create.mutate({ projectId: project.id, name: path, type })}
      >
        Create
      </button>
    )
  return (
    <Explained reason={reason}>
      <button
        type="button"
        className="button"
        disabled={!onUpload}
        aria-label={`Upload ${path}`}
        aria-description={reason}
        onClick={onUpload}
      >
        Upload…
      </button>
    </Explained>
  )
}

/** Missing files that the saved pages refer to, each with a button to add it. */
export function MissingFiles({ project }: { project: Outline }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const isDeleting = useIsDeleting()
  const { data: missing = [] } = useQuery(
    trpc.projects.missing.queryOptions({ id: project.id }, { enabled: !isDeleting }),
  )
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const dialog = useDialog<string>()
  const site = services.find(({ id, status }) => id === project.publishedServiceId && status === 'active')
  const close = () => {
    dialog.close()
    void queryClient.invalidateQueries(trpc.projects.missing.queryFilter())
  }
  if (missing.length === 0 && !dialog.subject) return null
  const more = missing.length - shownAtMost
  return (
    <section className="project-missing" aria-label="Missing files">
      {missing.length > 0 && <p>Your pages refer to {countText(missing.length, 'missing file')}.</p>}
      <ul>
        {missing.slice(0, shownAtMost).map((file) => (
          <li key={file.path}>
            <span>
              <strong>{file.path}</strong>, used in {file.pages.slice(0, shownAtMost).join(', ')}
            </span>
            <Action
              file={file}
              project={project}
              onUpload={site ? () => dialog.open(file.path) : undefined}
            />
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {countText(more, 'file')} more.</p>}
      {dialog.subject && site && (
        <UploadDialog
          key={dialog.key}
          path={dialog.subject}
          site={{ id: site.id, name: serviceLabel(site), url: site.previewUrl ?? site.url }}
          opened={dialog.isOpen}
          onClose={close}
        />
      )}
    </section>
  )
}
