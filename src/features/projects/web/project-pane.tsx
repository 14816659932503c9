import { RecordPanel } from '#web/list/record-panel.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CodeIcon, PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import type { FileEntry, Outline } from '../contract/contract.ts'
import { texts } from '../contract/texts.ts'
import type { DraftKeeper } from './drafts/use-drafts.ts'
import { FilePane } from './editor/file-pane.tsx'
import { FileTabs } from './editor/file-tabs.tsx'
import { MissingFiles } from './publish/missing-files.tsx'
import { PublishedSite } from './publish/published-site.tsx'

const AddDialog = lazyPart(() => import('./editor/file-add-dialog.tsx'), 'FileAddDialog')
const EditDialog = lazyPart(() => import('./project/project-edit-dialog.tsx'), 'ProjectEditDialog')
const DeleteDialog = lazyPart(() => import('./project/project-delete-dialog.tsx'), 'ProjectDeleteDialog')
const PublishDialog = lazyPart(() => import('./publish/project-publish-dialog.tsx'), 'ProjectPublishDialog')

const dialogs = { add: AddDialog, edit: EditDialog, remove: DeleteDialog, publish: PublishDialog }

type ProjectPaneProps = { project: Outline; file: FileEntry | undefined; keeper: DraftKeeper }

/** The selected project: its actions, its files, and the open file. */
export function ProjectPane({ project, file, keeper }: ProjectPaneProps) {
  const dialog = useDialog<keyof typeof dialogs>()
  const Dialog = dialog.subject && dialogs[dialog.subject]
  const add = (isPrimary?: true) => (
    <button
      type="button"
      className="button"
      data-primary={isPrimary && ''}
      onClick={() => dialog.open('add')}
    >
      <PlusIcon size={16} /> Add File
    </button>
  )
  return (
    <RecordPanel label={project.name} back={{ label: 'All projects', searchOf: () => ({}) }}>
      <header className="project-header">
        <div className="project-heading">
          <h2>{project.name}</h2>
          {project.description && <p>{project.description}</p>}
        </div>
        <RowActions label={project.name} isMenu>
          <a className="row-action" href={`/api/projects/${project.id}/download`} download>
            Download
          </a>
          <button type="button" className="row-action" onClick={() => dialog.open('edit')}>
            Edit…
          </button>
          <button type="button" className="row-action" data-bad="" onClick={() => dialog.open('remove')}>
            Delete project…
          </button>
        </RowActions>
      </header>
      <PublishedSite project={project} />
      <MissingFiles project={project} />
      {file ? (
        <>
          <div className="project-files">
            <FileTabs project={project} openId={file.id} drafts={keeper.drafts} />
            {add()}
          </div>
          <FilePane
            key={file.id}
            entry={file}
            project={project}
            keeper={keeper}
            onPublish={() => dialog.open('publish')}
          />
        </>
      ) : (
        <EmptyState
          icon={<CodeIcon size={28} />}
          title={texts.noFiles}
          text="Add an index.html to see its preview beside it."
          action={add(true)}
        />
      )}
      {Dialog && (
        <Dialog
          key={dialog.key}
          project={project}
          keeper={keeper}
          opened={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </RecordPanel>
  )
}
