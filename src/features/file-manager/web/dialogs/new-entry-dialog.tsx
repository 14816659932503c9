import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { fileName } from '#features/file-manager/contract/contract.ts'
import { joinPath } from '#features/files/contract/names.ts'
import { ApiError, failureSentence } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { useFilesPlace, useGoToFiles } from '../files-place.tsx'
import { type NamedService, without } from '../files-search.ts'
import { sendFile } from '../uploads/send-file.ts'

const entryForm = z.object({ name: fileName, serviceId: z.string().min(1, 'Choose a service.') })
type EntryValues = z.output<typeof entryForm>

const words = {
  folder: { title: 'New folder', submit: 'Create folder', failure: 'The folder could not be created' },
  file: { title: 'New file', submit: 'Create file', failure: 'The file could not be created' },
} as const

/** An existing name is refused below the name field. */
function underName(error: unknown): never {
  if (!(error instanceof ApiError) || error.body.code !== 'CONFLICT') throw error
  const fields = { name: failureSentence(error) }
  throw new ApiError(error.status, error.message, { ...error.body, fields })
}

type NewEntryDialogProps = {
  kind: 'folder' | 'file'
  /** Services that accept files; the user picks one where the screen shows all. */
  services: NamedService[]
  opened: boolean
  onClose: () => void
}

/** Creates a folder, or an empty file that opens in the editor, in the current folder. */
export function NewEntryDialog({ kind, services, opened, onClose }: NewEntryDialogProps) {
  const trpc = useTRPC()
  const { search } = useFilesPlace()
  const { service: shown, path = '' } = search
  const go = useGoToFiles()
  const [only, ...others] = services
  const form = useContractForm(entryForm, {
    name: '',
    serviceId: shown ?? (others.length === 0 ? (only?.id ?? '') : ''),
  })
  const queryClient = useQueryClient()
  const { title, submit, failure } = words[kind]
  const onSuccess = () => queryClient.invalidateQueries(trpc.files.pathFilter())
  const makeFolder = useMutation(trpc.files.createFolder.mutationOptions({ meta: { failure }, onSuccess }))
  const makeFile = useMutation({
    mutationFn: ({ name, serviceId }: EntryValues) =>
      sendFile({
        file: new File([], name),
        serviceId,
        path,
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
    meta: { failure },
    onSuccess,
  })
  const make = async (entry: EntryValues) => {
    if (kind === 'folder') {
      const { name, serviceId } = entry
      return makeFolder.mutateAsync({ serviceId, path: joinPath(path, name) })
    }
    const created = await makeFile.mutateAsync(entry)
    if (created) await go({ ...without(search, 'dialog'), open: created.id })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      form={form}
      onSubmit={(entry) => make(entry).catch(underName)}
      submitLabel={submit}
    >
      {shown === undefined && others.length > 0 && (
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
      <TextInput
        label="Name"
        placeholder={kind === 'file' ? 'index.html' : undefined}
        data-autofocus
        autoComplete="off"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
