import type { ReactNode } from 'react'

/** Around a control that may be disabled: its tooltip says why. A disabled control itself hears no pointer. */
export const Explained = ({ reason, children }: { reason: string | undefined; children: ReactNode }) => (
  <span className="explained" data-tooltip={reason}>
    {children}
  </span>
)
