import { NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type Template, templates } from '../../contract/template-names.ts'
import { templateNames } from '../../contract/templates.ts'
import { texts } from '../../contract/texts.ts'
import { createProjectInput } from '../../contract.ts'
import { TemplatePreview } from '../preview/template-preview.tsx'
import { ProjectFields } from './project-fields.tsx'

const schema = createProjectInput.omit({ template: true })
const first: { name: string; description: string; template: Template | '' } = {
  name: '',
  description: '',
  template: '',
}

const choices = [
  { value: '', label: 'Empty project' },
  ...templates.map((value) => ({ value, label: templateNames[value] })),
]

type ProjectNewDialogProps = { opened: boolean; onClose: () => void }

/** A new project, empty or from a template that is shown as it would be. */
export function ProjectNewDialog({ opened, onClose }: ProjectNewDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, first)
  const template = form.useWatchValue('template')
  const name = form.useWatchValue('name')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation(
    trpc.projects.create.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: async ({ id }) => {
        await queryClient.invalidateQueries(trpc.projects.outline.queryFilter())
        await navigate({ to: '/projects', search: { project: id }, resetScroll: false })
        showToast({ title: texts.success, description: texts.projectCreated })
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New Project"
      form={form}
      onSubmit={(values) => create.mutateAsync({ ...values, template: values.template || null })}
      submitLabel="Create Project"
    >
      <ProjectFields form={form} />
      <NativeSelect
        label="Start with"
        data={choices}
        key={form.key('template')}
        {...form.getInputProps('template')}
      />
      {template && <TemplatePreview template={template} name={name.trim()} />}
    </FormDialog>
  )
}
