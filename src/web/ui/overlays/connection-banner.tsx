import { useEffect, useState } from 'react'
import { onReconnected, useConnectionLost } from '../../lib/calls/connection.ts'

const reconnectedMs = 5_000

/** True for a moment after the server answers again. */
function useJustBack(): boolean {
  const [isBack, setBack] = useState(false)
  useEffect(() => onReconnected(() => setBack(true)), [])
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setBack(false), reconnectedMs)
    return () => clearTimeout(timer)
  }, [isBack])
  return isBack
}

/** Shown at the top of every page while the server does not answer. */
export function ConnectionBanner() {
  const isLost = useConnectionLost()
  const isBack = useJustBack()
  return (
    <div role="status" className="connection">
      {isLost && (
        <p className="connection-banner">
          <span className="connection-dot" aria-hidden="true" />
          Connection lost, retrying
        </p>
      )}
      {!isLost && isBack && <p className="visually-hidden">Connected again</p>}
    </div>
  )
}
