import type { ReactNode } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { serviceTitle } from '#shared/names/site-name.ts'
import { LongWords } from './long-words.tsx'
import { ObjectLink } from './object-link.tsx'

type ServiceNameProps = {
  service: { id: string; name: string | null; domain: string | null; plan: string }
  /** Further text, below. */
  children?: ReactNode
}

/** A service's title, linked, with its domain below. */
export const ServiceName = ({ service: { id, name, domain, plan }, children }: ServiceNameProps) => (
  <span className="desk-state">
    <ObjectLink type="service" id={id}>
      {serviceTitle(name, plan)}
    </ObjectLink>
    {domain !== null && (
      <span className="desk-quiet">
        <LongWords text={showName(domain)} />
      </span>
    )}
    {children}
  </span>
)
