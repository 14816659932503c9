import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type DatabaseType, databaseTypes, typeNames } from '#features/engines/contract/kinds.ts'
import type { Engine } from '#features/engines/contract.ts'
import type { Service } from '#features/services/contract.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { createDatabaseInput } from '../../contract.ts'
import { useDatabaseChanges } from '../use-database-changes.ts'
import { PasswordField } from './password-field.tsx'

type DatabaseCreateDialogProps = {
  opened: boolean
  onClose: () => void
  /** Those that are active. */
  services: Service[]
  /** The one whose databases are shown. */
  chosen: string | undefined
}

type Values = {
  serviceId: string
  dbName: string
  dbType: DatabaseType
  dbUser: string
  dbPassword: string
}

const typeOptions = databaseTypes.map((value) => ({ value, label: typeNames[value] }))

/** What becomes of a database of this kind: it is made at once, or waits. */
function engineText(engines: readonly Engine[] | undefined, type: DatabaseType): string | undefined {
  const engine = engines?.find((each) => each.type === type)
  if (!engine) return undefined
  const message = engine.message ? ` ${engine.message}` : ''
  return engine.isConnected
    ? `Connected: it is created at once.${message}`
    : `Not connected: it is kept as pending and created once there is an engine.${message}`
}

/** Creates a database with a user of its own in one of the services. */
export function DatabaseCreateDialog({ opened, onClose, services, chosen }: DatabaseCreateDialogProps) {
  const trpc = useTRPC()
  const first = services.find(({ id }) => id === chosen) ?? (services.length === 1 ? services[0] : undefined)
  const form = useContractForm<Values>(createDatabaseInput, {
    serviceId: first?.id ?? '',
    dbName: '',
    dbType: 'mysql',
    dbUser: '',
    dbPassword: '',
  })
  const engines = useQuery(trpc.databases.engines.queryOptions())
  const { create } = useDatabaseChanges()
  const missing = services.length === 0 ? 'Databases need an active service.' : 'Choose a service first.'
  const options = services.map((service) => ({ value: service.id, label: serviceLabel(service, services) }))
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Create Database"
      form={form}
      onSubmit={(values) => create.mutateAsync(values)}
      submitLabel="Create Database"
      disabledReason={form.useWatchValue('serviceId') ? undefined : missing}
    >
      {options.length === 0 ? (
        <p>Databases need an active service.</p>
      ) : (
        <NativeSelect
          label="Service"
          data={options.length === 1 ? options : [{ value: '', label: 'Select a service' }, ...options]}
          key={form.key('serviceId')}
          {...form.getInputProps('serviceId')}
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
        description={engineText(engines.data, form.useWatchValue('dbType'))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={typeOptions}
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
      <PasswordField form={form} name="dbPassword" label="Password" />
    </FormDialog>
  )
}
