import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { ExternalIcon } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { useNow } from '#web/ui/values/values.tsx'
import type { CreatedTrial, Trial } from '../contract/contract.ts'
import { describeExpiry } from './describe-expiry.ts'

type TrialResultProps = {
  trial: Trial
  leftOut?: CreatedTrial['leftOut'] | undefined
  onGone: () => void
}

/** A temporary site that is online: its address, expiry and actions. */
export function TrialResult({ trial, leftOut, onGone }: TrialResultProps) {
  const trpc = useTRPC()
  const { name, url, files, bytes, expiresAt } = trial
  const now = useNow()
  const queryClient = useQueryClient()
  const remove = useMutation(
    trpc.trials.remove.mutationOptions({
      meta: { failure: 'The site could not be removed', anonymous: true },
      onSuccess: () => {
        queryClient.setQueryData(trpc.trials.current.queryKey(), { trial: null })
        showToast({ title: 'Site removed', description: 'Its address no longer works.' })
        onGone()
      },
    }),
  )
  return (
    <div className="trial-result panel" role="status">
      <h3>Your site is online</h3>
      {url && (
        <p className="trial-address">
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
          <CopyButton value={url} label="Copy address" />
        </p>
      )}
      <p className="trial-quiet">
        {countText(files, 'file')}, {formatBytes(bytes)}. {describeExpiry(expiresAt, now)}
      </p>
      {leftOut && leftOut.count > 0 && <LeftOut {...leftOut} />}
      <p className="public-actions">
        {url && (
          <a className="button" href={url} target="_blank" rel="noreferrer">
            Open site <ExternalIcon size={14} />
          </a>
        )}
        <a className="button" data-primary="" href="/auth?tab=signup&next=/keep-site">
          Keep it
        </a>
        <button
          type="button"
          className="button"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ name })}
        >
          Remove
        </button>
      </p>
    </div>
  )
}

function LeftOut({ count, first }: CreatedTrial['leftOut']) {
  const more = count - first.length
  return (
    <p className="trial-quiet">
      Left out, because browsers cannot show {count === 1 ? 'it' : 'them'}: {first.join(', ')}
      {more > 0 && ` and ${more} more`}.
    </p>
  )
}
