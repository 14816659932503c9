import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import type { Engine } from '#features/engines/contract/contract.ts'
import { type DatabaseType, typeNames } from '#features/engines/contract/kinds.ts'
import type { Service } from '#features/services/contract/contract.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { DialogForm } from '#web/ui/dialogs/form-dialog.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { createDatabaseInput, type Database } from '../../contract/contract.ts'
import { useDatabaseChanges } from '../use-database-changes.ts'
import { generatePassword } from './generate-password.ts'
import { PasswordField } from './password-field.tsx'
import { suggestNames } from './suggest-names.ts'

/** A new database with its password, which cannot be read back. */
export type CreatedDatabase = { database: Database; password: string }

type DatabaseCreateDialogProps = {
  opened: boolean
  onClose: () => void
  /** Active services only. */
  services: Service[]
  /** The service whose databases are shown. */
  chosen: string | undefined
  /** Hides the service field: databases are created in the chosen service. */
  isBound: boolean
  /** All existing databases, whose names are taken. */
  databases: readonly Database[]
  onMade: (made: CreatedDatabase) => void
}

type Values = {
  serviceId: string
  dbName: string
  dbType: DatabaseType
  dbUser: string
  dbPassword: string
}

/** Connected types come first; the others say that they are not. */
const typeOptions = (engines: readonly Engine[]) =>
  engines
    .toSorted((one, other) => Number(other.isConnected) - Number(one.isConnected))
    .map(({ type, isConnected }) => ({
      value: type,
      label: isConnected ? typeNames[type] : `${typeNames[type]} (not connected)`,
    }))

/** When a database of this type can be used. */
function engineText(engines: readonly Engine[], type: DatabaseType): string | undefined {
  const engine = engines.find((each) => each.type === type)
  if (!engine?.message) return engine?.isConnected ? 'Ready in a few seconds.' : undefined
  return engine.message
}

const titleText = 'Create Database'
const noService = 'Databases need an active service.'

/** Creates a database with its own user in one of the services. */
export function DatabaseCreateDialog(props: DatabaseCreateDialogProps) {
  const trpc = useTRPC()
  const engines = useQuery(trpc.databases.engines.queryOptions())
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={titleText}
      closeButtonProps={{ 'aria-label': `Close: ${titleText}` }}
    >
      <QueryState query={engines} what="The database types" loadingText="Loading database types...">
        {(known) => <CreateForm {...props} engines={known} />}
      </QueryState>
    </Modal>
  )
}

type CreateFormProps = DatabaseCreateDialogProps & { engines: readonly Engine[] }

/** Initial values: whatever the portal can infer. */
function useCreateForm({ services, chosen, databases, engines }: CreateFormProps) {
  const suggestionFor = (serviceId: string) => {
    const service = services.find(({ id }) => id === serviceId)
    if (!service) return { dbName: '', dbUser: '' }
    return suggestNames(
      service,
      databases.filter((each) => each.serviceId === serviceId),
    )
  }
  const first = services.find(({ id }) => id === chosen) ?? (services.length === 1 ? services[0] : undefined)
  const [initial] = useState<Values>(() => ({
    serviceId: first?.id ?? '',
    ...suggestionFor(first?.id ?? ''),
    dbType: engines.find(({ isConnected }) => isConnected)?.type ?? 'mysql',
    dbPassword: generatePassword(),
  }))
  const form = useContractForm<Values>(createDatabaseInput, initial)
  /** The names follow the chosen site until the customer types others. */
  const chooseService = (serviceId: string) => {
    const { serviceId: before, ...values } = form.getValues()
    const [old, next] = [suggestionFor(before), suggestionFor(serviceId)]
    form.setFieldValue('serviceId', serviceId)
    for (const field of ['dbName', 'dbUser'] as const)
      if (values[field] === old[field]) form.setFieldValue(field, next[field])
  }
  return { form, chooseService }
}

function CreateForm(props: CreateFormProps) {
  const { onClose, services, isBound, engines, onMade } = props
  const { form, chooseService } = useCreateForm(props)
  const { create } = useDatabaseChanges()
  const options = services.map((service) => ({ value: service.id, label: serviceLabel(service, services) }))
  const missing = services.length === 0 ? noService : 'Choose a service first.'
  const send = async (values: Values) =>
    onMade({ database: await create.mutateAsync(values), password: values.dbPassword })
  return (
    <DialogForm
      onClose={onClose}
      form={form}
      onSubmit={send}
      submitLabel="Create Database"
      disabledReason={form.useWatchValue('serviceId') ? undefined : missing}
    >
      {options.length === 0 && <p>{noService}</p>}
      {options.length > 0 && !isBound && (
        <NativeSelect
          label="Service"
          data={options.length === 1 ? options : [{ value: '', label: 'Select a service' }, ...options]}
          key={form.key('serviceId')}
          {...form.getInputProps('serviceId')}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => chooseService(event.currentTarget.value)}
        />
      )}
      <TextInput
        label="Database Name"
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="my_shop"
        key={form.key('dbName')}
        {...form.getInputProps('dbName')}
      />
      <NativeSelect
        label="Database Type"
        description={engineText(engines, form.useWatchValue('dbType'))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={typeOptions(engines)}
        key={form.key('dbType')}
        {...form.getInputProps('dbType')}
      />
      <TextInput
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="shop_user"
        key={form.key('dbUser')}
        {...form.getInputProps('dbUser')}
      />
      <PasswordField form={form} name="dbPassword" label="Password" isFilled />
    </DialogForm>
  )
}
