import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import type { Webhook } from '../contract/contract.ts'
import { useWebhookChanges } from './use-webhook-changes.ts'
import { columnsOf } from './webhook-columns.tsx'

const route = getRouteApi('/signed-in/shell/account/webhooks')

const WebhookDialog = lazyPart(() => import('./webhook-dialog.tsx'), 'WebhookDialog')
const RotateDialog = lazyPart(() => import('./rotate-dialog.tsx'), 'RotateDialog')
const DeliveriesDialog = lazyPart(() => import('./deliveries-dialog.tsx'), 'DeliveriesDialog')

const empty = (
  <EmptyState
    icon={<LinkIcon size={20} />}
    title="No webhooks yet"
    text="Create one to send your notifications to your own program."
  />
)

/** The webhooks of the customer. */
export function WebhooksPage() {
  const { dialog: asked } = route.useSearch()
  const creating = usePageDialog(asked === 'create', true)
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle="Signed requests that notify your programs of events."
        actions={
          <button type="button" className="button" data-primary="" onClick={() => creating.open(true)}>
            Create webhook…
          </button>
        }
      />
      <WebhookList />
      {creating.subject && (
        <WebhookDialog key={creating.key} opened={creating.isOpen} onClose={creating.close} />
      )}
    </>
  )
}

type About = { is: 'deliveries' | 'edit' | 'rotate'; webhook: Webhook }

function WebhookList() {
  const query = useQuery(useTRPC().webhooks.list.queryOptions({}))
  const { subject, key, isOpen, open, close } = useDialog<About>()
  const removing = useDialog<Webhook>()
  const { change, remove, test } = useWebhookChanges()
  const columns = columnsOf({
    deliveries: (webhook) => open({ is: 'deliveries', webhook }),
    // The dialog shows its outcome.
    test: (webhook) =>
      test.mutate({ id: webhook.id }, { onSuccess: () => open({ is: 'deliveries', webhook }) }),
    edit: (webhook) => open({ is: 'edit', webhook }),
    rotate: (webhook) => open({ is: 'rotate', webhook }),
    switch: ({ id, isEnabled }) => change.mutate({ id, isEnabled: !isEnabled }),
    remove: removing.open,
  })
  const dialog = { key, opened: isOpen, onClose: close }
  return (
    <QueryState query={query} what="Your webhooks" loadingText="Loading webhooks..." empty={empty}>
      {(webhooks) => (
        <>
          <DataTable
            caption="Webhooks"
            columns={columns}
            rows={webhooks}
            rowId={({ id }) => id}
            rowLabel={({ url }) => url}
          />
          {subject?.is === 'deliveries' && <DeliveriesDialog {...dialog} webhook={subject.webhook} />}
          {subject?.is === 'edit' && <WebhookDialog {...dialog} webhook={subject.webhook} />}
          {subject?.is === 'rotate' && <RotateDialog {...dialog} webhook={subject.webhook} />}
          <Confirming
            dialog={removing}
            ask={({ id, url }) => ({
              title: 'Remove this webhook?',
              children: `${url} will no longer receive events, and its deliveries are deleted.`,
              confirmLabel: 'Remove',
              onConfirm: () => remove.mutateAsync({ id }),
            })}
          />
        </>
      )}
    </QueryState>
  )
}
