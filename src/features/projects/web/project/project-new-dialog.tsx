import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { createProjectInput } from '../../contract/contract.ts'
import type { Template } from '../../contract/template-names.ts'
import { texts } from '../../contract/texts.ts'
import { ProjectFields } from './project-fields.tsx'
import { TemplateChoice } from './template-choice.tsx'

const schema = createProjectInput.omit({ template: true })
const first: { name: string; description: string; template: Template | '' } = {
  name: '',
  description: '',
  template: '',
}

type ProjectNewDialogProps = { opened: boolean; onClose: () => void }

/** Creates a project, empty or from a template. */
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
      <TemplateChoice
        value={template}
        name={name.trim()}
        onChange={(choice) => form.setFieldValue('template', choice)}
      />
    </FormDialog>
  )
}
