import { useState } from 'react'
import type { OpenAuth } from '#web/public/public-header.tsx'
import { useFeatures } from '#web/use-features.ts'
import { LandingPage } from './landing-page.tsx'

/** `/` for a visitor: the landing page, with the auth dialog over it on request. */
export function VisitorHome() {
  const [asked, setAsked] = useState<Parameters<OpenAuth> | null>(null)
  const AuthDialog = useFeatures().find((feature) => feature.AuthDialog)?.AuthDialog
  return (
    <>
      <LandingPage onAuth={AuthDialog && ((...ask) => setAsked(ask))} />
      {AuthDialog && asked && <AuthDialog mode={asked[0]} plan={asked[1]} onClose={() => setAsked(null)} />}
    </>
  )
}
