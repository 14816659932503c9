import type { ReactNode } from 'react'

type AdvancedProps = { about: string; isOpen?: boolean; children: ReactNode }

/** What experts need, closed until it is opened. */
export const Advanced = ({ about, isOpen, children }: AdvancedProps) => (
  <details className="advanced" open={isOpen}>
    <summary>
      Advanced <span className="quiet">{about}</span>
    </summary>
    <div className="advanced-body">{children}</div>
  </details>
)
