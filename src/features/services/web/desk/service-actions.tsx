import { useMutation } from '@tanstack/react-query'
import { siteName } from '#shared/names/site-name.ts'
import { formatMoment } from '#shared/time.ts'
import { useDeskChanged } from '#web/desk/use-desk-changed.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import type { AdminService } from '../../contract/desk.ts'
import { keptDays } from '../../contract/ended.ts'

const SuspendDialog = lazyPart(() => import('./service-suspend-dialog.tsx'), 'ServiceSuspendDialog')
const running = new Set<AdminService['status']>(['active', 'restarting', 'stopped'])

function useServiceChanges() {
  const trpc = useTRPC()
  const onSettled = useDeskChanged()
  const failure = 'The service could not be changed'
  return {
    unsuspend: useMutation(trpc.admin.services.unsuspend.mutationOptions({ meta: { failure }, onSettled })),
    terminate: useMutation(trpc.admin.services.terminate.mutationOptions({ meta: { failure }, onSettled })),
    restore: useMutation(
      trpc.admin.services.restore.mutationOptions({
        meta: { failure },
        onSuccess: () =>
          showToast({
            title: 'Service Restored',
            description: 'The service is active again with its files and backups.',
          }),
        onSettled,
      }),
    ),
    retry: useMutation(trpc.admin.services.retry.mutationOptions({ meta: { failure }, onSettled })),
  }
}

/** The actions that a service's state allows. */
export function ServiceActions({ service }: { service: AdminService }) {
  const { id, status, provisioning, restorableUntil } = service
  const { unsuspend, restore, retry } = useServiceChanges()
  const suspending = useDialog<AdminService>()
  const ending = useDialog<AdminService>()
  // An unapproved service ends when its order is rejected.
  const canEnd = status !== 'terminated' && (status !== 'pending' || provisioning !== null)
  const keptUntil = restorableUntil && `Its data stays until ${formatMoment(restorableUntil)}.`
  if (!canEnd && !restorableUntil && !ending.subject) return null
  return (
    <>
      <RowActions label={siteName(service)} isMenu={canEnd}>
        {provisioning?.state === 'failed' && (
          <button
            type="button"
            className="row-action"
            disabled={retry.isPending}
            onClick={() => retry.mutate({ id })}
          >
            Retry set-up
          </button>
        )}
        {running.has(status) && (
          <button type="button" className="row-action" onClick={() => suspending.open(service)}>
            Suspend…
          </button>
        )}
        {status === 'suspended' && (
          <button
            type="button"
            className="row-action"
            disabled={unsuspend.isPending}
            onClick={() => unsuspend.mutate({ id })}
          >
            Unsuspend
          </button>
        )}
        {restorableUntil && (
          <button
            type="button"
            className="row-action"
            aria-description={keptUntil ?? undefined}
            data-tooltip={keptUntil}
            disabled={restore.isPending}
            onClick={() => restore.mutate({ id })}
          >
            Restore
          </button>
        )}
        {canEnd && (
          <button type="button" className="row-action" data-bad="" onClick={() => ending.open(service)}>
            Terminate…
          </button>
        )}
      </RowActions>
      <Suspending dialog={suspending} />
      <Ending dialog={ending} />
    </>
  )
}

type ServiceDialog = { dialog: ReturnType<typeof useDialog<AdminService>> }

function Suspending({ dialog }: ServiceDialog) {
  const { subject, key, isOpen, close } = dialog
  if (!subject) return null
  return <SuspendDialog key={key} service={subject} opened={isOpen} onClose={close} />
}

function Ending({ dialog }: ServiceDialog) {
  const { terminate } = useServiceChanges()
  const ask = (service: AdminService) => ({
    title: `Terminate ${siteName(service)}?`,
    confirmLabel: 'Terminate',
    typeName: siteName(service),
    onConfirm: () => terminate.mutateAsync({ id: service.id }),
    children: `${service.plan.name} of ${service.user.email} ends, and its domain becomes free for others. You can restore it within ${keptDays} days. After that, its data is permanently deleted.`,
  })
  return <Confirming dialog={dialog} ask={ask} />
}
