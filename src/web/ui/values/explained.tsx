import type { ReactNode } from 'react'

/** Wraps a control that may be disabled, to explain why in a tooltip: a disabled control receives no pointer events. */
export const Explained = ({ reason, children }: { reason: string | undefined; children: ReactNode }) => (
  <span className="explained" data-tooltip={reason}>
    {children}
  </span>
)
