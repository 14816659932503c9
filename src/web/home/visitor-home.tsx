import { lazy, Suspense, useState } from 'react'
import { LandingPage } from '#features/catalogue/web/landing-page.tsx'
import type { AuthMode } from '../public/public-header.tsx'

const AuthDialog = lazy(() =>
  import('#features/auth/web/auth-dialog.tsx').then(({ AuthDialog }) => ({ default: AuthDialog })),
)

/** `/` for a visitor: the landing page, with the auth dialog over it when asked for. */
export function VisitorHome() {
  const [mode, setMode] = useState<AuthMode | null>(null)
  return (
    <>
      <LandingPage onAuth={setMode} />
      {mode && (
        <Suspense>
          <AuthDialog mode={mode} onClose={() => setMode(null)} />
        </Suspense>
      )}
    </>
  )
}
