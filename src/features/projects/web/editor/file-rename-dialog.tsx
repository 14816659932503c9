import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { updateFileInput } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import type { FileDialogProps } from '../dialog-props.ts'
import { FileFields, useFileForm } from './file-fields.tsx'
import { useFileSaved } from './use-save-file.ts'

const schema = updateFileInput.omit({ fileId: true })

/** Renames a file, and changes its type accordingly. */
export function FileRenameDialog({ file, opened, onClose }: FileDialogProps) {
  const trpc = useTRPC()
  const form = useFileForm(schema, { name: file.name, type: file.type })
  const saved = useFileSaved()
  const update = useMutation(
    trpc.projects.files.update.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: (answer) => {
        saved(answer)
        showToast({ title: texts.success, description: `File renamed to ${answer.name}` })
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Rename ${file.name}`}
      form={form}
      onSubmit={(values) => update.mutateAsync({ fileId: file.id, ...values })}
      submitLabel="Rename"
    >
      <FileFields form={form} />
    </FormDialog>
  )
}
