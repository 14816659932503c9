import { NativeSelect, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { DialogForm } from '#web/ui/dialogs/form-dialog.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { type ContractForm, useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { RowColumn, Rows } from '../../contract/contract.ts'
import { addedValues, changedValues, initialRow, type RowForm, rowForm } from './row-form.ts'
import { keyOf, knownValues, nameOf, type Row, type RowPlace } from './row-values.ts'

type FieldProps = {
  form: ContractForm<RowForm>
  column: RowColumn
  place: number
  isNew: boolean
  isCut: boolean
}

function optionsOf({ isNullable }: RowColumn, isNew: boolean) {
  return [
    { value: 'value', label: 'Value' },
    ...(isNullable ? [{ value: 'null', label: 'NULL' }] : []),
    ...(isNew ? [{ value: 'default', label: 'Default' }] : []),
  ]
}

/** Why a column cannot be edited here. */
function problemOf({ isEditable }: RowColumn, isCut: boolean): string | null {
  if (!isEditable) return 'Can’t be edited here. Use SQL.'
  return isCut ? 'Too long to edit here. Use SQL.' : null
}

function Field({ form, column, place, isNew, isCut }: FieldProps) {
  const path = `cells.${place}.kind` as const
  const kind = form.useWatchValue(path)
  const { name, type, fallback } = column
  const problem = problemOf(column, isCut)
  const isOff = kind !== 'value' || problem !== null
  return (
    <div className="console-field">
      <Textarea
        label={name}
        description={problem ?? (isNew && fallback !== null ? `${type}, default ${fallback}` : type)}
        autosize
        minRows={1}
        maxRows={12}
        disabled={isOff}
        placeholder={kind === 'value' ? '' : kind === 'null' ? 'NULL' : (fallback ?? 'NULL')}
        key={form.key(`cells.${place}.text`)}
        {...form.getInputProps(`cells.${place}.text`)}
      />
      <NativeSelect
        aria-label={`Type of value for ${name}`}
        data={optionsOf(column, isNew)}
        disabled={problem !== null}
        key={form.key(path)}
        {...form.getInputProps(path)}
      />
    </div>
  )
}

type BodyProps = { at: RowPlace; rows: Rows; row: Row | null; onClose: () => void }

function Body({ at, rows, row, onClose }: BodyProps) {
  const trpc = useTRPC()
  const form = useContractForm<RowForm>(rowForm, initialRow(rows, row))
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries(trpc.databases.sql.rows.queryFilter({ id: at.id }))
  const add = useMutation(
    trpc.databases.sql.addRow.mutationOptions({
      meta: { failure: 'The row could not be added' },
      onSuccess: async () => {
        showToast({ title: 'Row Added' })
        await readAgain()
      },
    }),
  )
  const change = useMutation(
    trpc.databases.sql.changeRow.mutationOptions({
      meta: { failure: 'The row could not be changed' },
      onSuccess: async () => {
        showToast({ title: 'Row Changed' })
        await readAgain()
      },
    }),
  )
  const submit = async (values: RowForm): Promise<unknown> => {
    if (row === null) return add.mutateAsync({ ...at, values: addedValues(rows.columns, values) })
    const set = changedValues(rows, row, values)
    if (Object.keys(set).length === 0) return undefined
    return change.mutateAsync({ ...at, key: keyOf(rows, row), old: knownValues(rows, row), set })
  }
  return (
    <DialogForm
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitLabel={row === null ? 'Add Row' : 'Save Row'}
    >
      {rows.columns.map((column, place) => (
        <Field
          key={column.name}
          form={form}
          column={column}
          place={place}
          isNew={row === null}
          isCut={row?.cut.includes(place) ?? false}
        />
      ))}
    </DialogForm>
  )
}

/** Loads a row in full whose values are truncated in the page. */
function WholeRow({ at, rows, row, onClose }: BodyProps & { row: Row }) {
  const trpc = useTRPC()
  const key = JSON.stringify(keyOf(rows, row))
  const query = useQuery(trpc.databases.sql.rows.queryOptions({ ...at, key }, { gcTime: 0 }))
  return (
    <QueryState query={query} what="The row" loadingText="Loading the row..." isEmpty={() => false}>
      {(whole) => {
        const [found] = whole.rows
        if (!found) return <p>This row no longer exists.</p>
        return <Body at={at} rows={whole} row={found} onClose={onClose} />
      }}
    </QueryState>
  )
}

type RowDialogProps = BodyProps & { opened: boolean }

/** Adds or edits a row: for each column a value, NULL, or the table's default. */
export function RowDialog({ opened, at, rows, row, onClose }: RowDialogProps) {
  const title = row === null ? `Add a row to ${at.table}` : `Edit ${nameOf(rows, row)} in ${at.table}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {row && row.cut.length > 0 ? (
        <WholeRow at={at} rows={rows} row={row} onClose={onClose} />
      ) : (
        <Body at={at} rows={rows} row={row} onClose={onClose} />
      )}
    </Modal>
  )
}
