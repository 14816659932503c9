import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#web/ui/forms/use-contract-form.ts'
import type { AdminPlan, Category } from '../../contract/contract.ts'
import { NamedFields } from './named-fields.tsx'
import { PlanPreview, previewedPlan } from './plan-preview.tsx'
import { type PlanValues, planInput, planSchema, planValues } from './plan-values.ts'

const limits = [
  ['limits.diskBytes', 'Storage (GB)'],
  ['limits.memoryBytes', 'Memory (MB)'],
  ['limits.cpuPercent', 'CPU (% of a core)'],
  ['limits.databases', 'Databases'],
  ['limits.mailboxes', 'Mailboxes'],
  ['limits.domains', 'Domains'],
  ['limits.backups', 'Number of backups'],
] as const

const switches = [
  ['isPopular', 'Most popular'],
  ['isContact', 'Contact sales: shown without a price, cannot be ordered'],
  ['isArchived', 'Hidden: no longer offered'],
] as const

type PlanDialogProps = { category: Category; plan: AdminPlan | null; opened: boolean; onClose: () => void }

function useSavePlan(category: Category, plan: AdminPlan | null) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const meta = { failure: 'The plan could not be saved' }
  const onSuccess = () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.admin.plans.pathFilter()),
      queryClient.invalidateQueries(trpc.catalogue.pathFilter()),
    ])
  const create = useMutation(trpc.admin.plans.create.mutationOptions({ meta, onSuccess }))
  const update = useMutation(trpc.admin.plans.update.mutationOptions({ meta, onSuccess }))
  return (values: PlanValues) => {
    const { isArchived, ...input } = planInput(values)
    return plan
      ? update.mutateAsync({ id: plan.id, isArchived, ...input })
      : create.mutateAsync({ categoryId: category.id, ...input })
  }
}

/** Adds or changes a plan of a category. */
export function PlanDialog({ category, plan, opened, onClose }: PlanDialogProps) {
  const first = planValues(plan)
  const [shown, setShown] = useState(() => previewedPlan(first))
  // Shows the last valid plan while a field is being typed.
  const onValuesChange = (values: PlanValues) => setShown((before) => previewedPlan(values) ?? before)
  const form = useContractForm(planSchema, first, { onValuesChange })
  const save = useSavePlan(category, plan)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={plan ? `Edit ${plan.name}` : `New ${category.name} plan`}
      form={form}
      onSubmit={save}
      submitLabel="Save plan"
    >
      <NamedFields form={form} />
      <SimpleGrid cols={2} spacing="sm">
        <NumberField form={form} name="price" label="Price per month (₹)" />
        <NumberField form={form} name="originalPrice" label="Original price (optional)" />
        {limits.map(([name, label]) => (
          <NumberField key={name} form={form} name={name} label={label} />
        ))}
      </SimpleGrid>
      {switches
        .filter(([name]) => plan || name !== 'isArchived')
        .map(([name, label]) => (
          <Checkbox key={form.key(name)} label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
        ))}
      <PlanPreview plan={shown} />
    </FormDialog>
  )
}

type NumberFieldProps = { form: ContractForm<PlanValues>; name: string; label: string }

function NumberField({ form, name, label }: NumberFieldProps) {
  return <TextInput label={label} inputMode="decimal" key={form.key(name)} {...form.getInputProps(name)} />
}
