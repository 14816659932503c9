import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { failureSentence, requestIdOf } from '../lib/calls/api-error.ts'

/** A page whose data could not be loaded: the reason, a retry, and the request id. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const requestId = requestIdOf(error)
  return (
    <div className="page-error" role="alert">
      <h1>This page could not be loaded</h1>
      <p>{failureSentence(error)}</p>
      <button type="button" className="button" onClick={() => router.invalidate()}>
        Try again
      </button>
      {requestId && <p className="page-error-id">Request {requestId}</p>}
    </div>
  )
}
