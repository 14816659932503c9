import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { typeNames } from '#features/engines/contract/kinds.ts'
import { ApiError, fieldErrors } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { SkeletonRows } from '#web/ui/query-state.tsx'
import { useDatabaseChanges } from '../use-database-changes.ts'
import { readAddresses, writtenAddresses } from './addresses.ts'
import type { DatabaseDialogProps } from './dialog-props.ts'

/** External addresses that may connect, or why none can. */
export function DatabaseAccessDialog(props: DatabaseDialogProps) {
  const trpc = useTRPC()
  const { database, opened, onClose } = props
  const { data: engines } = useQuery(trpc.databases.engines.queryOptions())
  const engine = engines?.find(({ type }) => type === database.dbType)
  // Addresses allowed earlier can always be removed.
  if (engine && (engine.remoteAccessProblem === null || database.allow.length > 0))
    return <AccessForm {...props} problem={engine.remoteAccessProblem} />
  const title = `Remote access to ${database.dbName}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {engine ? (
        <div className="database-access-off">
          <p>
            <strong>Remote access to {typeNames[database.dbType]} is not available here.</strong>
          </p>
          <p>{engine.remoteAccessProblem}</p>
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </div>
      ) : (
        <SkeletonRows text="Loading remote access..." rows={3} />
      )}
    </Modal>
  )
}

function AccessForm({
  database,
  opened,
  onClose,
  problem,
}: DatabaseDialogProps & { problem: string | null }) {
  const { id, dbName } = database
  const form = useContractForm(writtenAddresses, { allow: database.allow.join('\n') })
  const { setAccess } = useDatabaseChanges()
  const own = useOwnAddress()
  const text = form.useWatchValue('allow')
  const isThere = own !== undefined && readAddresses(text).some((address) => address.split('/')[0] === own)
  const send = async ({ allow }: { allow: string }) => {
    try {
      await setAccess.mutateAsync({ id, allow: readAddresses(allow) })
    } catch (error) {
      throw inOneField(error)
    }
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Remote access to ${dbName}`}
      form={form}
      onSubmit={send}
      submitLabel="Save"
    >
      <p className="database-quiet">
        {problem ?? 'Only the addresses listed here can connect from outside, over TLS.'}
      </p>
      <Textarea
        label="Allowed addresses"
        description="One per line: an address like 203.0.113.7 or a network like 203.0.113.0/24."
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        key={form.key('allow')}
        {...form.getInputProps('allow')}
      />
      {own !== undefined && problem === null && (
        <Button
          variant="default"
          className="database-own-address"
          disabled={isThere}
          onClick={() => form.setFieldValue('allow', [...readAddresses(text), own].join('\n'))}
        >
          {isThere ? `My address (${own}) is listed` : `Add my address (${own})`}
        </Button>
      )}
    </FormDialog>
  )
}

/** The server reports an address by its index, and the form has one field for all. */
function inOneField(error: unknown): unknown {
  const [sentence] = Object.values(fieldErrors(error))
  if (!(error instanceof ApiError) || !sentence) return error
  return new ApiError(error.status, '', { ...error.body, fields: { allow: sentence } })
}

/** The address of this browser's sign-in, as the portal sees it. */
function useOwnAddress(): string | undefined {
  const trpc = useTRPC()
  const { data = [] } = useQuery(trpc.auth.sessions.list.queryOptions())
  return data.find(({ isCurrent }) => isCurrent)?.address
}
