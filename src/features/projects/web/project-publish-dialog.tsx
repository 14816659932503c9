import { NativeSelect, Text } from '@mantine/core'
import { siteName } from '#features/services/contract/site-name.ts'
import type { Service } from '#features/services/contract.ts'
import { trpc } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useContractForm } from '#web/ui/use-contract-form.ts'
import { texts } from '../contract/texts.ts'
import { publishInput } from '../contract.ts'
import type { ProjectDialogProps } from './dialog-props.ts'

const schema = publishInput.omit({ id: true })

type PublishFormProps = Pick<ProjectDialogProps, 'project' | 'opened' | 'onClose'> & { active: Service[] }

function PublishForm({ project, active, opened, onClose }: PublishFormProps) {
  const utils = trpc.useUtils()
  const known = active.find(({ id }) => id === project.publishedServiceId) ?? active[0]
  const form = useContractForm(schema, { serviceId: known?.id ?? '' })
  const publish = trpc.projects.publish.useMutation({
    meta: { failure: texts.error },
    onSuccess: async () => {
      await utils.projects.outline.invalidate()
      showToast({ title: texts.success, description: 'Project published successfully' })
    },
  })
  const isPossible = active.length > 0 && project.files.length > 0
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Publish ${project.name}`}
      form={form}
      onSubmit={({ serviceId }) => publish.mutateAsync({ id: project.id, serviceId })}
      submitLabel="Publish"
      disabledReason={isPossible ? undefined : 'You need an active service and at least one file.'}
    >
      <Text size="sm">
        The saved files go into the root folder of the service's site. Files of the same name there are
        replaced, others stay.
      </Text>
      {active.length > 0 ? (
        <NativeSelect
          label="Service"
          withAsterisk
          data-autofocus
          data={active.map((service) => ({ value: service.id, label: siteName(service) }))}
          key={form.key('serviceId')}
          {...form.getInputProps('serviceId')}
        />
      ) : (
        <Text size="sm">You have no active service yet.</Text>
      )}
    </FormDialog>
  )
}

/** Puts the project's files on the site of one of the customer's active services. */
export function ProjectPublishDialog({ project, opened, onClose }: ProjectDialogProps) {
  const { data: services } = trpc.servers.list.useQuery()
  if (!services) return null
  const active = services.filter(({ status }) => status === 'active')
  return <PublishForm project={project} active={active} opened={opened} onClose={onClose} />
}
