import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { type Category, createCategoryInput } from '../../contract/contract.ts'
import { NamedFields } from './named-fields.tsx'

type CategoryDialogProps = { category: Category | null; opened: boolean; onClose: () => void }

const valuesOf = (category: Category | null) => ({
  name: category?.name ?? '',
  description: category?.description ?? '',
  icon: category?.icon ?? '',
  basePrice: category ? String(category.basePrice) : '',
})

/** Adds or changes a category. */
export function CategoryDialog({ category, opened, onClose }: CategoryDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(createCategoryInput, valuesOf(category))
  const queryClient = useQueryClient()
  const meta = { failure: 'The category could not be saved' }
  const onSuccess = () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.admin.categories.pathFilter()),
      queryClient.invalidateQueries(trpc.catalogue.pathFilter()),
    ])
  const create = useMutation(trpc.admin.categories.create.mutationOptions({ meta, onSuccess }))
  const update = useMutation(trpc.admin.categories.update.mutationOptions({ meta, onSuccess }))
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={category ? `Edit ${category.name}` : 'New category'}
      form={form}
      onSubmit={(values) =>
        category ? update.mutateAsync({ id: category.id, ...values }) : create.mutateAsync(values)
      }
      submitLabel="Save category"
    >
      <NamedFields form={form} />
      <TextInput
        label="Icon"
        description="globe or server"
        key={form.key('icon')}
        {...form.getInputProps('icon')}
      />
      <TextInput
        label="Base price per month (₹)"
        required
        inputMode="decimal"
        key={form.key('basePrice')}
        {...form.getInputProps('basePrice')}
      />
    </FormDialog>
  )
}
