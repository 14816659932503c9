import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ExportState } from '#features/account/contract/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { DateTime } from '#web/ui/values/values.tsx'

/** The state of the newest export, and the actions that it allows. */
export function ExportPanel({ state }: { state: ExportState }) {
  return (
    <>
      <div className="data-state" role="status">
        <ExportStatus state={state} />
      </div>
      <div className="data-buttons">
        {state.status === 'ready' && (
          <a className="button" data-primary="" href={`/api/user/export/${state.id}/download`} download>
            Download
          </a>
        )}
        <RequestExport state={state} />
      </div>
    </>
  )
}

function ExportStatus({ state }: { state: ExportState }): ReactNode {
  const { status, requestedAt, expiresAt, fileSize, missing, reason } = state
  if (status === 'pending')
    return (
      <p>
        Preparing your export
        {requestedAt && (
          <>
            , requested <DateTime at={requestedAt} as="moment" />
          </>
        )}
        . You can leave this page.
      </p>
    )
  if (status === 'ready')
    return (
      <>
        <p>
          <strong>Ready</strong>, {formatBytes(fileSize)}
          {expiresAt && (
            <>
              , available until <DateTime at={expiresAt} as="moment" />
            </>
          )}
          .
        </p>
        {missing > 0 && (
          <p>
            {countText(missing, 'item')} could not be included; manifest.json in the archive lists them with
            the reason.
          </p>
        )}
      </>
    )
  if (status === 'fetching') return <p>Your export is being downloaded.</p>
  if (status === 'fetched') return <p>Your last export was downloaded and has been removed.</p>
  if (status === 'expired') return <p>Your last export was not downloaded in time and has been removed.</p>
  if (status === 'failed') return <p>The last export failed. {reason}</p>
  return <p>No exports yet.</p>
}

function RequestExport({ state: { status, nextAt } }: { state: ExportState }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const request = useMutation(
    trpc.account.export.request.mutationOptions({
      meta: { failure: 'Your data could not be exported' },
      onSuccess: () =>
        showToast({
          title: 'Your data is being exported',
          description: 'We will email you when it is ready.',
        }),
      onSettled: () => queryClient.invalidateQueries(trpc.account.pathFilter()),
    }),
  )
  if (status === 'pending') return null
  if (nextAt)
    return (
      <p className="data-next">
        You can request the next export on <DateTime at={nextAt} as="moment" />.
      </p>
    )
  return (
    <button
      type="button"
      className="button"
      data-primary=""
      disabled={request.isPending}
      onClick={() => request.mutate()}
    >
      Export my data
    </button>
  )
}
