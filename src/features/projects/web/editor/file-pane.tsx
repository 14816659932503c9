import { useQuery } from '@tanstack/react-query'
import { useShortcuts } from '#web/lib/keys.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { UploadIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { FileEntry, Outline, ProjectFile } from '../../contract/contract.ts'
import { DraftOffer } from '../drafts/draft-offer.tsx'
import type { DraftKeeper } from '../drafts/use-drafts.ts'
import { Preview } from '../preview/preview.tsx'
import { useIsDeleting } from '../use-is-deleting.ts'
import { FileEditor } from './file-editor.tsx'
import { useSaveFile } from './use-save-file.ts'
import { WorkSplit } from './work-split.tsx'

const ConflictDialog = lazyPart(() => import('./file-conflict-dialog.tsx'), 'FileConflictDialog')
const VersionsDialog = lazyPart(() => import('./file-versions-dialog.tsx'), 'FileVersionsDialog')
const RenameDialog = lazyPart(() => import('./file-rename-dialog.tsx'), 'FileRenameDialog')
const DeleteDialog = lazyPart(() => import('./file-delete-dialog.tsx'), 'FileDeleteDialog')

const dialogs = { versions: VersionsDialog, rename: RenameDialog, remove: DeleteDialog }

const bytesOf = (text: string) => new TextEncoder().encode(text).length

type PaneProps = { project: Outline; keeper: DraftKeeper; onPublish: () => void }

function OpenFile({ file, project, keeper, onPublish }: PaneProps & { file: ProjectFile }) {
  const saving = useSaveFile(file, keeper)
  const dialog = useDialog<keyof typeof dialogs>()
  const Dialog = dialog.subject && dialogs[dialog.subject]
  const content = keeper.drafts[file.id]?.content ?? file.content
  useShortcuts('Editor', [{ keys: 'Mod+s', meaning: 'save the file', run: saving.save }])
  return (
    <>
      <DraftOffer file={file} keeper={keeper} />
      <div className="project-toolbar">
        <button
          type="button"
          className="button"
          data-primary={saving.isDirty ? '' : undefined}
          aria-busy={saving.isSaving}
          onClick={saving.save}
        >
          Save
        </button>
        <button
          type="button"
          className="button"
          data-primary={saving.isDirty ? undefined : ''}
          onClick={onPublish}
        >
          <UploadIcon size={16} /> Publish…
        </button>
        <span className="project-unsaved" role="status">
          {saving.isDirty ? 'Unsaved changes' : ''}
        </span>
        <RowActions label={file.name} isMenu>
          <button type="button" className="row-action" onClick={() => dialog.open('versions')}>
            Versions…
          </button>
          <button type="button" className="row-action" onClick={() => dialog.open('rename')}>
            Rename…
          </button>
          <button type="button" className="row-action" data-bad="" onClick={() => dialog.open('remove')}>
            Delete file…
          </button>
        </RowActions>
      </div>
      <WorkSplit
        editor={
          <FileEditor
            value={content}
            type={file.type}
            label={`Code of ${file.name}`}
            onChange={(value) => keeper.edit(file, value)}
          />
        }
        preview={<Preview file={file} content={content} project={project} drafts={keeper.drafts} />}
      />
      <footer className="project-footer">
        <span className="tabular">{bytesOf(content)} bytes</span>
        <span>
          Last modified: <DateTime at={file.updatedAt} as="moment" />
        </span>
      </footer>
      {Dialog && (
        <Dialog key={dialog.key} file={file} keeper={keeper} opened={dialog.isOpen} onClose={dialog.close} />
      )}
      {saving.conflict !== null && (
        <ConflictDialog file={file} saving={saving} onClose={saving.decideLater} />
      )}
    </>
  )
}

/** The open file: editor, preview and actions. */
export function FilePane({ entry, ...pane }: PaneProps & { entry: FileEntry }) {
  const trpc = useTRPC()
  const isDeleting = useIsDeleting()
  const query = useQuery(trpc.projects.files.get.queryOptions({ fileId: entry.id }, { enabled: !isDeleting }))
  return (
    <QueryState query={query} what={entry.name} loadingText="Loading file..." isEmpty={() => false}>
      {(file) => <OpenFile key={`${file.id} ${file.type}`} file={file} {...pane} />}
    </QueryState>
  )
}
