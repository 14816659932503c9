import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { fileName } from '#features/file-manager/contract.ts'
import { joinPath } from '#features/files/contract/names.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import type { NamedService } from '../files-search.ts'

const folderForm = z.object({ name: fileName, serviceId: z.string().min(1, 'Choose a service.') })

type FolderDialogProps = {
  /** Those that take files; one of them is chosen where the screen shows all. */
  services: NamedService[]
  serviceId: string | undefined
  path: string
  opened: boolean
  onClose: () => void
}

/** Makes a folder in the one that is shown. */
export function FolderDialog({ services, serviceId, path, opened, onClose }: FolderDialogProps) {
  const trpc = useTRPC()
  const [only, ...others] = services
  const form = useContractForm(folderForm, {
    name: '',
    serviceId: serviceId ?? (others.length === 0 ? (only?.id ?? '') : ''),
  })
  const queryClient = useQueryClient()
  const create = useMutation(
    trpc.files.createFolder.mutationOptions({
      meta: { failure: 'The folder could not be made' },
      onSuccess: () => queryClient.invalidateQueries(trpc.files.pathFilter()),
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New folder"
      form={form}
      onSubmit={({ name, serviceId }) => create.mutateAsync({ serviceId, path: joinPath(path, name) })}
      submitLabel="Create folder"
    >
      {serviceId === undefined && others.length > 0 && (
        <NativeSelect
          label="Service"
          data={[
            { value: '', label: 'Select a service' },
            ...services.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          key={form.key('serviceId')}
          {...form.getInputProps('serviceId')}
        />
      )}
      <TextInput label="Name" data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
    </FormDialog>
  )
}
