import { Link } from '@tanstack/react-router'
import { countText } from '#shared/text/count-text.ts'
import { pageOf } from '#web/lib/paged-list.ts'
import { ListControls, ListPager } from '#web/ui/tables/list-controls.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Outline } from '../contract.ts'
import { type ProjectSearch, projectOrders } from './selection.ts'

const reading = {
  words: ({ name, description }: Outline) => `${name} ${description ?? ''}`,
  orders: {
    name: (one: Outline, other: Outline) => one.name.localeCompare(other.name, 'en-IN', { numeric: true }),
  },
}

type ProjectListProps = { projects: Outline[]; openId: string | undefined; search: ProjectSearch }

/** The customer's projects, newest first unless sorted otherwise. */
export function ProjectList({ projects, openId, search }: ProjectListProps) {
  const page = pageOf(projects, search, reading)
  return (
    <>
      {page.isLong && <ListControls search={search} label="Search projects" orders={projectOrders} />}
      <Cards projects={page.rows} openId={openId} />
      <ListPager page={page} />
    </>
  )
}

/** The address of another project on the same page of the list. */
const withProject =
  (project: string) =>
  ({ file: _, ...before }: ProjectSearch): ProjectSearch => ({ ...before, project })

function Cards({ projects, openId }: Omit<ProjectListProps, 'search'>) {
  return (
    <ul className="record-list">
      {projects.map(({ id, name, description, files, createdAt }) => (
        <li key={id}>
          <Link
            from="/projects"
            to="/projects"
            search={withProject(id)}
            activeOptions={{ exact: true }}
            resetScroll={false}
            className="record-card"
            aria-current={id === openId ? 'true' : undefined}
          >
            <span className="project-card-head">
              <strong>{name}</strong>
              <span className="project-count">{countText(files.length, 'file')}</span>
            </span>
            {description && <span className="project-card-text quiet">{description}</span>}
            <span className="quiet">
              Created <DateTime at={createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
