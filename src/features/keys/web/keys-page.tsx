import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { KeyRow } from '#features/keys/contract.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LockIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useViewer } from '#web/viewer.ts'
import { KeyItem } from './key-item.tsx'

const route = getRouteApi('/signed-in/shell/account/api-keys')

const CreateDialog = lazyPart(() => import('./key-create-dialog.tsx'), 'KeyCreateDialog')

/** API keys with which programs act for the customer. */
export function KeysPage() {
  const { dialog: asked } = route.useSearch()
  const dialog = usePageDialog(asked === 'create', true)
  const isAdministrator = useViewer()?.isAdmin ?? false
  const create = (
    <button type="button" className="button" data-primary="" onClick={() => dialog.open(true)}>
      Create API key…
    </button>
  )
  return (
    <>
      <PageHeader
        title="API Keys"
        subtitle="Let your programs use the portal on your behalf."
        actions={create}
      />
      <p className="key-docs">
        <a href="/api/docs">API reference</a>
      </p>
      <KeyList />
      {dialog.subject && (
        <CreateDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          isAdministrator={isAdministrator}
        />
      )}
    </>
  )
}

function KeyList() {
  const trpc = useTRPC()
  const query = useQuery(trpc.apiKeys.list.queryOptions())
  const removal = useDialog<KeyRow>()
  const queryClient = useQueryClient()
  const remove = useMutation(
    trpc.apiKeys.remove.mutationOptions({
      meta: { failure: 'The API key could not be removed' },
      onSuccess: () => showToast({ title: 'API key removed' }),
      onSettled: () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter()),
    }),
  )
  const empty = (
    <EmptyState
      icon={<LockIcon size={20} />}
      title="No API keys yet"
      text="A key works within its permissions until it expires or you remove it."
    />
  )
  return (
    <QueryState query={query} what="Your API keys" loadingText="Loading API keys..." empty={empty}>
      {(keys) => (
        <>
          <ul className="fact-list" aria-label="API keys">
            {keys.map((key) => (
              <KeyItem key={key.id} row={key} onRemove={() => removal.open(key)} />
            ))}
          </ul>
          <Confirming
            dialog={removal}
            ask={({ id, name }) => ({
              title: `Remove ${name}?`,
              confirmLabel: 'Remove',
              children: 'Programs that use this key stop working immediately.',
              onConfirm: () => remove.mutateAsync({ id }),
            })}
          />
        </>
      )}
    </QueryState>
  )
}
