import type { ReactNode } from 'react'

type EmptyStateProps = { title: string; text?: string; action?: ReactNode; icon?: ReactNode }

/** An empty state: what it means, and what to do first. */
export function EmptyState({ title, text, action, icon }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {icon && <div className="empty-state-icon">{icon}</div>}
      <p className="empty-state-title">{title}</p>
      {text && <p className="empty-state-text">{text}</p>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  )
}
