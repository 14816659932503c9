import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Category, Plan } from '#features/catalogue/contract/contract.ts'
import { vpsHosting, webHosting } from '#features/catalogue/contract/names.ts'
import { featuresOf } from '#features/catalogue/contract/plan-features.ts'
import { useCompany } from '#web/company.ts'
import { PriceList } from '#web/public/price-list.tsx'
import type { OpenAuth } from '#web/public/public-header.tsx'
import { useTRPC } from '#web/trpc.ts'
import { PlanAction } from './plan-action.tsx'

const tabs = [
  { id: 'plans-web', name: webHosting, hash: '#hosting' },
  { id: 'plans-vps', name: vpsHosting, hash: '#vpn' },
] as const

/** A jump to #hosting or #vpn sets the tab, so that the address and the radio buttons never disagree. */
function useHashChoice(tablist: RefObject<HTMLFieldSetElement | null>): void {
  useEffect(() => {
    const follow = () => {
      const tab = tabs.find(({ hash }) => hash === window.location.hash)
      const input = tab && tablist.current?.querySelector<HTMLInputElement>(`#${tab.id}`)
      if (input) input.checked = true
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [tablist])
}

type PlansProps = { category: Category & { plans: Plan[] }; onAuth: OpenAuth | undefined }

function Plans({ category, onAuth }: PlansProps) {
  const kind = category.name === vpsHosting ? 'is-vps' : 'is-web'
  return (
    <section className={`landing-plans ${kind}`} aria-label={`${category.name} plans`}>
      {category.description && <p className="landing-plans-text">{category.description}</p>}
      <PriceList
        plans={category.plans}
        featuresOf={featuresOf}
        actionOf={(plan) => <PlanAction plan={plan} onAuth={onAuth} />}
      />
    </section>
  )
}

/** Without a script, #vpn shows the VPS plans; links replace the two radio buttons. */
function TargetTabs() {
  return (
    <ul className="landing-target-tabs">
      {tabs.map(({ hash, name }) => (
        <li key={hash}>
          <a href={hash} aria-current={hash === '#vpn' ? 'true' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The price list in two tabs that work without a script: radio buttons, and the #vpn address. */
export function PricingPanel({ onAuth }: { onAuth: OpenAuth | undefined }) {
  const trpc = useTRPC()
  const { claims } = useCompany()
  const { data = [] } = useQuery(trpc.catalogue.all.queryOptions())
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useHashChoice(fieldset)
  const shown = data.filter(({ name }) => tabs.some((tab) => tab.name === name))
  return (
    <section id="hosting" className="landing-pricing" aria-labelledby="pricing-title">
      <fieldset id="vpn" className="landing-tabs public-width" ref={fieldset}>
        <legend className="visually-hidden">Hosting type</legend>
        <h2 id="pricing-title">Plans and prices</h2>
        <p className="landing-lead">
          Monthly prices in rupees, all with a {claims.moneyBackDays}-day money-back guarantee.
        </p>
        {tabs.map(({ id, name }, i) => (
          <input
            key={id}
            className={`landing-radio ${id}`}
            type="radio"
            name="plans"
            id={id}
            value={name}
            defaultChecked={i === 0}
          />
        ))}
        <p className="landing-segments">
          {tabs.map(({ id, name }) => (
            <label key={id} htmlFor={id} className={`landing-segment ${id}`}>
              {name}
            </label>
          ))}
        </p>
        <TargetTabs />
        {shown.map((category) => (
          <Plans key={category.id} category={category} onAuth={onAuth} />
        ))}
      </fieldset>
    </section>
  )
}
