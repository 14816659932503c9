import { Textarea, TextInput } from '@mantine/core'
import type { ContractForm } from '#web/ui/forms/use-contract-form.ts'

type ProjectValues = { name: string; description: string }

export const ProjectFields = <Values extends ProjectValues>({ form }: { form: ContractForm<Values> }) => (
  <>
    <TextInput
      label="Project Name"
      required
      data-autofocus
      autoComplete="off"
      key={form.key('name')}
      {...form.getInputProps('name')}
    />
    <Textarea
      label="Description"
      autosize
      minRows={2}
      key={form.key('description')}
      {...form.getInputProps('description')}
    />
  </>
)
