import type { ReactNode } from 'react'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'

/** A public page below the landing page: header, one main column, footer. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="public-page">
      <PublicHeader />
      <main id="main" className="public-main public-width">
        {children}
      </main>
      <PublicFooter />
    </div>
  )
}
