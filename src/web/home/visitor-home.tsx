import { useState } from 'react'
import { LandingPage } from '#features/catalogue/web/landing-page.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { AuthMode } from '../public/public-header.tsx'

const AuthDialog = lazyPart(() => import('#features/auth/web/auth-dialog.tsx'), 'AuthDialog')

/** `/` for a visitor: the landing page, with the auth dialog over it when asked for. */
export function VisitorHome() {
  const [mode, setMode] = useState<AuthMode | null>(null)
  return (
    <>
      <LandingPage onAuth={setMode} />
      {mode && <AuthDialog mode={mode} onClose={() => setMode(null)} />}
    </>
  )
}
