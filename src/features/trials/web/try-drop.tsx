import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { DropZone } from '#web/ui/forms/drop-zone.tsx'
import { TrialResult } from './trial-result.tsx'
import { type TrialState, useTrial } from './use-trial.ts'

/** Accepts a site and shows its address; shows a site that this browser created before. */
export function TryDrop() {
  const trpc = useTRPC()
  const current = useQuery(trpc.trials.current.queryOptions(undefined, { meta: { failure: false } }))
  const { state, send, cancel, reset } = useTrial()
  const trial = current.data?.trial
  if (state.is === 'sending') return <Sending share={state.share} onCancel={cancel} />
  if (trial && (state.is === 'ready' || state.is === 'done'))
    return (
      <TrialResult trial={trial} leftOut={state.is === 'done' ? state.leftOut : undefined} onGone={reset} />
    )
  return (
    <>
      <DropZone onPicked={send}>
        Drop your site here: a folder, files or a zip, or <span className="drop-zone-link">choose files</span>
      </DropZone>
      {state.is === 'failed' && (
        <p className="trial-failure" role="alert">
          {state.message}
        </p>
      )}
    </>
  )
}

type SendingProps = Pick<Extract<TrialState, { is: 'sending' }>, 'share'> & { onCancel: () => void }

function Sending({ share, onCancel }: SendingProps) {
  const isSent = share >= 1
  return (
    <div className="trial-sending" role="status">
      <p>{isSent ? 'Putting your site online…' : 'Uploading your site…'}</p>
      <progress value={isSent ? undefined : share} max={1} aria-label="Upload" />
      <p>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </div>
  )
}
