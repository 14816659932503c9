import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ArrowLeftIcon } from './icons.tsx'

type PageHeaderProps = {
  title: string
  subtitle?: string
  actions?: ReactNode
  back?: { to: string; label: string }
}

/** The page's only `h1`, which takes the focus after navigation, with the page's actions. */
export function PageHeader({ title, subtitle, actions, back }: PageHeaderProps) {
  return (
    <div className="page-header">
      {back && (
        <Link to={back.to} className="page-header-back">
          <ArrowLeftIcon size={14} /> {back.label}
        </Link>
      )}
      <div className="page-header-row">
        <div>
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {actions && <div className="page-header-actions">{actions}</div>}
      </div>
    </div>
  )
}
