import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showName } from '#shared/names/show-name.ts'
import type { DomainCertificateProps } from '#web/feature.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'

type Domain = DomainCertificateProps['domain']

type DnssecDisableDialogProps = { domain: Domain; opened: boolean; onClose: () => void }

const refusalOf = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 409 ? (error.body.message ?? null) : null

/** Asks before turning DNSSEC off; a refusal because of a likely outage can be overridden. */
export function DnssecDisableDialog({
  domain: { id, name: ascii },
  opened,
  onClose,
}: DnssecDisableDialogProps) {
  const trpc = useTRPC()
  const name = showName(ascii)
  const [refusal, setRefusal] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const disable = useMutation(
    trpc.domains.dnssec.set.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: () => showToast({ title: 'DNSSEC disabled', description: name }),
      onError: (error) => setRefusal(refusalOf(error)),
      onSettled: () => queryClient.invalidateQueries(trpc.domains.pathFilter()),
    }),
  )
  const isForced = refusal !== null
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Disable DNSSEC for ${name}?`}
      confirmLabel={isForced ? 'Disable anyway' : 'Disable'}
      onConfirm={() => disable.mutateAsync({ id, enable: false, force: isForced })}
    >
      <p className="domain-text">
        Remove the DS record of {name} at your registrar first. If it is still there when DNSSEC is off,{' '}
        {name} stops resolving.
      </p>
      {isForced && (
        <p className="domain-notice" role="alert">
          {refusal}
        </p>
      )}
    </ConfirmDialog>
  )
}
