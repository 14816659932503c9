import { PublicFooter } from '#web/public/public-footer.tsx'
import { type OpenAuth, PublicHeader } from '#web/public/public-header.tsx'
import { useFeatures } from '#web/use-features.ts'
import { ClosingPanel } from './closing-panel.tsx'
import { HeroPanel } from './hero-panel.tsx'
import { PricingPanel } from './pricing-panel.tsx'
import {
  AboutPanel,
  HighlightsPanel,
  ProcessPanel,
  ReasonsPanel,
  TestimonialsPanel,
} from './story-panels.tsx'

/** The landing page, complete without a script. Order of the sections: docs/product/public-pages.md, "Public pages". */
export function LandingPage({ onAuth }: { onAuth: OpenAuth | undefined }) {
  const Panel = useFeatures().find(({ LandingPanel }) => LandingPanel)?.LandingPanel
  return (
    <div className="public-page">
      <PublicHeader isLanding onAuth={onAuth} />
      <main id="main" className="landing">
        <HeroPanel onAuth={onAuth} />
        {Panel && <Panel />}
        <HighlightsPanel />
        <PricingPanel onAuth={onAuth} />
        <AboutPanel />
        <ProcessPanel />
        <ReasonsPanel />
        <TestimonialsPanel />
        <ClosingPanel onAuth={onAuth} />
      </main>
      <PublicFooter isLanding />
    </div>
  )
}
