import { useState } from 'react'
import type { AuthMode } from '#web/public/public-header.tsx'
import { useFeatures } from '#web/use-features.ts'
import { LandingPage } from './landing-page.tsx'

/** `/` for a visitor: the landing page, with the auth dialog over it on request. */
export function VisitorHome() {
  const [mode, setMode] = useState<AuthMode | null>(null)
  const AuthDialog = useFeatures().find((feature) => feature.AuthDialog)?.AuthDialog
  return (
    <>
      <LandingPage onAuth={AuthDialog && setMode} />
      {AuthDialog && mode && <AuthDialog mode={mode} onClose={() => setMode(null)} />}
    </>
  )
}
