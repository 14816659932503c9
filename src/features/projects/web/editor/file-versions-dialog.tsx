import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { Bytes, DateTime } from '#web/ui/values/values.tsx'
import { texts } from '../../contract/texts.ts'
import type { FileDialogProps } from '../dialog-props.ts'
import { useFileSaved } from './use-save-file.ts'

const none = <Text size="sm">No earlier versions yet. Every save keeps the previous text, up to 20.</Text>

/** The file's earlier versions, each with a button to restore it. */
export function FileVersionsDialog({ file, keeper, opened, onClose }: FileDialogProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.projects.files.versions.queryOptions({ fileId: file.id }, { staleTime: 0 }))
  const saved = useFileSaved()
  const restore = useMutation(
    trpc.projects.files.restore.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: (answer, { version }) => {
        saved(answer)
        keeper.discard(file.id)
        showToast({ title: texts.success, description: `Version ${version} restored` })
        onClose()
      },
    }),
  )
  const title = `Versions of ${file.name}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {keeper.drafts[file.id] && (
        <Text size="sm" mb="sm">
          You have unsaved changes. Restoring a version discards them.
        </Text>
      )}
      <QueryState query={query} what="The versions" loadingText="Loading versions..." empty={none}>
        {(versions) => (
          <ul className="project-versions">
            {versions.map(({ version, size, createdAt }) => (
              <li key={version}>
                <span>
                  <strong>Version {version}</strong>
                  <span className="quiet">
                    <DateTime at={createdAt} as="moment" /> · <Bytes bytes={size} />
                  </span>
                </span>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Restore version ${version}`}
                  loading={restore.isPending && restore.variables.version === version}
                  onClick={() => restore.mutate({ fileId: file.id, version })}
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Modal>
  )
}
