import type { ReactNode } from 'react'

type AdvancedProps = { about: string; isOpen?: boolean; children: ReactNode }

/** Expert settings, collapsed by default. */
export const Advanced = ({ about, isOpen, children }: AdvancedProps) => (
  <details className="advanced" open={isOpen}>
    <summary>
      Advanced <span className="quiet">{about}</span>
    </summary>
    <div className="advanced-body">{children}</div>
  </details>
)
