import { countText } from '#shared/text/count-text.ts'
import { RecordCard, RecordList } from '#web/list/record-list.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Outline } from '../contract/contract.ts'
import { type ProjectSearch, projectOrders } from './selection.ts'

const reading = {
  words: ({ name, description }: Outline) => `${name} ${description ?? ''}`,
  orders: {
    name: (one: Outline, other: Outline) => one.name.localeCompare(other.name, 'en-IN', { numeric: true }),
  },
}

/** The link to another project on the same page of the list. */
const withProject =
  (project: string) =>
  ({ file: _, ...before }: ProjectSearch): ProjectSearch => ({ ...before, project })

type ProjectListProps = { projects: Outline[]; openId: string | undefined; search: ProjectSearch }

/** The customer's projects, newest first by default. */
export function ProjectList({ projects, openId, search }: ProjectListProps) {
  return (
    <RecordList
      rows={projects}
      search={search}
      reading={reading}
      label="Search projects"
      orders={projectOrders}
    >
      {({ id, name, description, files, createdAt }) => (
        <RecordCard isOpen={id === openId} searchOf={withProject(id)}>
          <span className="project-card-head">
            <strong>{name}</strong>
            <span className="project-count">{countText(files.length, 'file')}</span>
          </span>
          {description && <span className="project-card-text quiet">{description}</span>}
          <span className="quiet">
            Created <DateTime at={createdAt} />
          </span>
          {files.length === 0 && <span className="project-next">Add the first file</span>}
        </RecordCard>
      )}
    </RecordList>
  )
}
