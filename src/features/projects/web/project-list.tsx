import { Link } from '@tanstack/react-router'
import { DateTime } from '#web/ui/values.tsx'
import type { Outline } from '../contract.ts'

const countText = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** The customer's projects, newest first. */
export function ProjectList({ projects, openId }: { projects: Outline[]; openId: string | undefined }) {
  return (
    <ul className="project-list">
      {projects.map(({ id, name, description, files, createdAt }) => (
        <li key={id}>
          <Link
            to="/projects"
            search={{ project: id }}
            activeOptions={{ exact: true }}
            resetScroll={false}
            className="project-card"
            aria-current={id === openId ? 'true' : undefined}
          >
            <span className="project-card-head">
              <strong>{name}</strong>
              <span className="project-count">{countText(files.length)}</span>
            </span>
            {description && <span className="project-card-text">{description}</span>}
            <span className="project-dimmed">
              Created <DateTime at={createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
