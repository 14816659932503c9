import { Textarea, TextInput } from '@mantine/core'
import type { ContractForm } from '#web/ui/forms/use-contract-form.ts'

type NamedForm = Pick<ContractForm<Record<string, unknown>>, 'key' | 'getInputProps'>

/** Fields that categories and plans share. */
export const NamedFields = ({ form }: { form: NamedForm }) => (
  <>
    <TextInput label="Name" required data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
    <Textarea
      label="Description"
      autosize
      key={form.key('description')}
      {...form.getInputProps('description')}
    />
  </>
)
