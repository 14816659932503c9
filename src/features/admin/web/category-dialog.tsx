import { TextInput } from '@mantine/core'
import { type Category, createCategoryInput } from '#features/catalogue/contract.ts'
import { trpc } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useContractForm } from '#web/ui/use-contract-form.ts'
import { NamedFields } from './named-fields.tsx'

type CategoryDialogProps = { category: Category | null; opened: boolean; onClose: () => void }

const valuesOf = (category: Category | null) => ({
  name: category?.name ?? '',
  description: category?.description ?? '',
  icon: category?.icon ?? '',
  basePrice: category ? String(category.basePrice) : '',
})

/** A new category, or changes to one. */
export function CategoryDialog({ category, opened, onClose }: CategoryDialogProps) {
  const form = useContractForm(createCategoryInput, valuesOf(category))
  const utils = trpc.useUtils()
  const meta = { failure: 'The category could not be saved' }
  const onSuccess = () => Promise.all([utils.admin.categories.invalidate(), utils.catalogue.invalidate()])
  const create = trpc.admin.categories.create.useMutation({ meta, onSuccess })
  const update = trpc.admin.categories.update.useMutation({ meta, onSuccess })
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
        label="Base price, rupees a month"
        required
        inputMode="decimal"
        key={form.key('basePrice')}
        {...form.getInputProps('basePrice')}
      />
    </FormDialog>
  )
}
