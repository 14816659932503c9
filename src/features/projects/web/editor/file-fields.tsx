import { NativeSelect, TextInput } from '@mantine/core'
import { type ContractForm, useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { type FileType, fileTypes, typeOfName } from '../../contract/kinds.ts'

type FileValues = { name: string; type: FileType }

/** Fields for a file's name and type; the type follows the name's extension. */
export function useFileForm(schema: Parameters<typeof useContractForm>[0], first: FileValues) {
  const form = useContractForm(schema, first)
  form.watch('name', ({ value }) => form.setFieldValue('type', typeOfName(value) ?? form.getValues().type))
  return form
}

export const FileFields = ({ form }: { form: ContractForm<FileValues> }) => (
  <>
    <TextInput
      label="File Name"
      placeholder="index.html"
      required
      data-autofocus
      autoComplete="off"
      key={form.key('name')}
      {...form.getInputProps('name')}
    />
    <NativeSelect
      label="File Type"
      data={[...fileTypes]}
      key={form.key('type')}
      {...form.getInputProps('type')}
    />
  </>
)
