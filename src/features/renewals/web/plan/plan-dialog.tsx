import { NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount, formatPrice } from '#shared/money/money.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { changePlanInput, type Renewal } from '../../contract/contract.ts'
import { ProrationTable } from './proration-table.tsx'

const schema = changePlanInput.pick({ planId: true })

const isPriceChanged = (error: unknown) => error instanceof ApiError && error.body.code === 'PRICE_CHANGED'

/** The other orderable plans of a plan's category. */
function useOtherPlans(planId: string) {
  const trpc = useTRPC()
  const categories = useQuery(trpc.catalogue.all.queryOptions()).data
  const own = categories?.find(({ plans }) => plans.some(({ id }) => id === planId))
  return own?.plans.filter(({ id, isContact }) => id !== planId && !isContact)
}

/** Shows the cost of another plan for the rest of the paid time, and changes to it. */
export function PlanDialog(props: { renewal: Renewal; opened: boolean; onClose: () => void }) {
  const { renewal, opened, onClose } = props
  const { service, plan } = renewal
  const { id } = service
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useContractForm(schema, { planId: '' })
  const plans = useOtherPlans(plan.id)
  const [isNewAmount, setNewAmount] = useState(false)
  const preview = useMutation(
    trpc.renewals.previewPlan.mutationOptions({ meta: { failure: 'The price could not be calculated' } }),
  )
  const change = useMutation(
    trpc.renewals.changePlan.mutationOptions({
      meta: { failure: 'The plan could not be changed' },
      onSuccess: ({ status, planId }) => {
        const name = plans?.find((each) => each.id === planId)?.name ?? 'the other plan'
        showToast(
          status === 'changed'
            ? { title: 'Plan changed', description: `${service.name} is now on ${name}.` }
            : {
                title: 'Invoice issued',
                description: `${service.name} moves to ${name} as soon as it is paid.`,
              },
        )
      },
      onError: (error, { planId }) => {
        if (!isPriceChanged(error)) return
        setNewAmount(true)
        preview.mutate({ id, planId })
      },
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.renewals.pathFilter()),
          queryClient.invalidateQueries(trpc.billing.pathFilter()),
          queryClient.invalidateQueries(trpc.servers.pathFilter()),
        ]),
    }),
  )
  const choose = (planId: string) => {
    setNewAmount(false)
    if (planId) preview.mutate({ id, planId })
    else preview.reset()
  }
  const offer = preview.data
  const missing = offer ? (offer.refusal ?? undefined) : 'Choose a plan first.'
  const field = form.getInputProps('planId')
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Change plan"
      form={form}
      onSubmit={({ planId }) => change.mutateAsync({ id, planId, amount: offer?.amount ?? 0 })}
      submitLabel={offer && offer.toPay > 0 ? 'Issue invoice' : 'Change plan'}
      disabledReason={preview.isPending ? 'Calculating the amount…' : missing}
    >
      <Text size="sm">
        {service.name} is on {plan.name}, {formatPrice(plan.price)} a month.
      </Text>
      <NativeSelect
        label="New plan"
        data={[
          { value: '', label: plans?.length === 0 ? 'No other plans' : 'Choose a plan' },
          ...(plans ?? []).map(({ id: value, name, price }) => ({
            value,
            label: `${name}, ${formatPrice(price)} a month`,
          })),
        ]}
        data-autofocus
        key={form.key('planId')}
        {...field}
        onChange={(event) => {
          field.onChange(event)
          choose(event.currentTarget.value)
        }}
      />
      {isNewAmount && offer && (
        <Text size="sm" role="alert">
          The amount has changed to {formatAmount(offer.amount)}. Check the new amount, then confirm.
        </Text>
      )}
      {offer && <ProrationTable offer={offer} />}
    </FormDialog>
  )
}
