import { NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Service } from '#features/services/contract/contract.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { type Outline, type PublishPlan, publishInput } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import type { ProjectDialogProps } from '../dialog-props.ts'
import { PublishPlanView } from './publish-plan-view.tsx'

const schema = publishInput.omit({ id: true })

/** Why the project cannot be published to this site. */
function obstacleOf(
  project: Outline,
  { active, serviceId, plan }: { active: Service[]; serviceId: string; plan: PublishPlan | undefined },
): string | undefined {
  if (active.length === 0) return 'You need an active service to publish to.'
  if (project.files.length === 0) return 'Add a file to this project first.'
  if (serviceId === '') return 'Choose a site first.'
  const [name] = plan?.inTheWay ?? []
  return name && `The site has a folder named ${name}. Rename the file or the folder first.`
}

type PublishFormProps = ProjectDialogProps & { active: Service[] }

function PublishForm({ project, keeper, active, opened, onClose }: PublishFormProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  // With several sites, the customer has to choose.
  const known = active.length === 1 ? active[0] : active.find(({ id }) => id === project.publishedServiceId)
  const form = useContractForm(schema, { serviceId: known?.id ?? '' })
  const serviceId = form.useWatchValue('serviceId')
  const isPossible = serviceId !== '' && project.files.length > 0
  // Refetched whenever the dialog opens, as the site may have changed.
  const plan = useQuery(
    trpc.projects.planPublish.queryOptions(
      { id: project.id, serviceId },
      { enabled: isPossible, staleTime: 0, gcTime: 0 },
    ),
  )
  const publish = useMutation(
    trpc.projects.publish.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: async () => {
        await Promise.all([
          queryClient.invalidateQueries(trpc.projects.outline.queryFilter()),
          queryClient.invalidateQueries(trpc.files.pathFilter()),
        ])
        showToast({ title: texts.success, description: 'Project published successfully' })
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Publish ${project.name}`}
      form={form}
      onSubmit={(values) => publish.mutateAsync({ id: project.id, serviceId: values.serviceId })}
      submitLabel="Publish"
      disabledReason={obstacleOf(project, { active, serviceId, plan: plan.data })}
    >
      {active.length > 0 ? (
        <NativeSelect
          label="Site"
          withAsterisk
          data-autofocus
          data={[
            ...(known ? [] : [{ value: '', label: 'Choose a site…' }]),
            ...active.map((service) => ({ value: service.id, label: serviceLabel(service, active) })),
          ]}
          key={form.key('serviceId')}
          {...form.getInputProps('serviceId')}
        />
      ) : (
        <Text size="sm">You have no active service yet.</Text>
      )}
      {isPossible && (
        <QueryState
          query={plan}
          what="The site’s files"
          loadingText="Comparing with the site..."
          skeleton={<SkeletonRows rows={2} text="Comparing with the site..." />}
          isEmpty={() => false}
        >
          {(found) => <PublishPlanView plan={found} unsaved={unsavedOf(project, keeper)} />}
        </QueryState>
      )}
    </FormDialog>
  )
}

const unsavedOf = ({ files }: Outline, { drafts }: ProjectDialogProps['keeper']) =>
  files.filter(({ id }) => drafts[id]).map(({ name }) => name)

/** Publishes the project to one of the customer's active services, after showing what that replaces. */
export function ProjectPublishDialog(props: ProjectDialogProps) {
  const trpc = useTRPC()
  const { data: services } = useQuery(trpc.servers.list.queryOptions())
  if (!services) return null
  return <PublishForm {...props} active={services.filter(({ status }) => status === 'active')} />
}
